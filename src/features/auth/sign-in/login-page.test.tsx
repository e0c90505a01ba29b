import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { SignInResult } from '#sync/session/sign-in.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { NOTHING_UNSENT } from '#domain/outbox/unsent.ts';
import { LoginPage } from './login-page.tsx';
import type { SignIn } from './sign-in-form.tsx';

const rejectedSignIn: SignInResult = {
  type: 'refused',
  status: 401,
  code: 'invalid_credentials',
  message: 'no',
};

function renderLoginPage(answer: SignInResult = rejectedSignIn) {
  const signIn = vi.fn((..._typed: Parameters<SignIn>) => Promise.resolve(answer));
  renderScreen(<LoginPage signIn={signIn} trouble={null} sealed={NOTHING_UNSENT} />);
  return signIn;
}

const getEmailInput = () => screen.getByLabelText('Correo electrónico');
const getPasswordField = () => screen.getByLabelText('Contraseña');
const submitSignIn = () => userEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }));

it('P10.327 the sign-in page says where the link for the first account is, as long as the server has no user', () => {
  renderLoginPage();
  expect(screen.queryByText(/primera cuenta/)).toBeNull();
  renderScreen(<LoginPage signIn={vi.fn()} trouble={null} sealed={NOTHING_UNSENT} awaitsAdministrator />);
  expect(screen.getByText(/primera cuenta está en la terminal o en el registro/)).toBeTruthy();
});

describe('/login', () => {
  it('P5.13 the sign-in page shows an error at each empty field, focuses the first of them, and sends nothing', async () => {
    const signIn = renderLoginPage();
    await submitSignIn();
    expect(getEmailInput().getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Ingresa tu correo electrónico.')).toBeTruthy();
    expect(screen.getByText('Ingresa tu contraseña.')).toBeTruthy();
    expect(document.activeElement).toBe(getEmailInput());
    expect(signIn).not.toHaveBeenCalled();
  });

  it('P5.13 the sign-in page trims the mail address but not the password', async () => {
    const signIn = renderLoginPage();
    await enterText(getEmailInput(), ' ana@alisos.demo ');
    await enterText(getPasswordField(), ' con espacios ');
    await submitSignIn();
    expect(signIn).toHaveBeenCalledExactlyOnceWith('ana@alisos.demo', ' con espacios ');
  });

  it('P8 the sign-in page shows the error of a rejected sign-in, keeps the typed values and allows another attempt', async () => {
    const signIn = renderLoginPage();
    await enterText(getEmailInput(), 'ana@alisos.demo');
    await enterText(getPasswordField(), 'mala');
    await submitSignIn();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Credenciales inválidas. Verifica tu correo y contraseña.',
    );
    await submitSignIn();
    expect(signIn.mock.calls).toEqual([
      ['ana@alisos.demo', 'mala'],
      ['ana@alisos.demo', 'mala'],
    ]);
  });

  it('P8 the sign-in page clears the error when the input changes', async () => {
    renderLoginPage();
    await enterText(getEmailInput(), 'ana@alisos.demo');
    await enterText(getPasswordField(), 'mala');
    await submitSignIn();
    await screen.findByRole('alert');
    await enterText(getPasswordField(), 'x');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('P5 the sign-in page reports a mail address that is too long as too long, and not as missing', async () => {
    const signIn = renderLoginPage();
    await userEvent.click(getEmailInput());
    await userEvent.paste(`${'a'.repeat(500)}@alisos.demo`);
    await enterText(getPasswordField(), 'x');
    await submitSignIn();
    expect(screen.getByText('El correo es demasiado largo.')).toBeTruthy();
    expect(signIn).not.toHaveBeenCalled();
  });

  it("D2 the sign-in page asks for the previous password and sends both when only that password decrypts the device's data", async () => {
    const signIn = renderLoginPage({ type: 'locked' });
    await enterText(getEmailInput(), 'ana@alisos.demo');
    await enterText(getPasswordField(), 'nueva-2027');
    expect(screen.queryByLabelText('Contraseña anterior')).toBeNull();
    await submitSignIn();
    await enterText(await screen.findByLabelText('Contraseña anterior'), 'vieja-2026');
    await submitSignIn();
    expect(signIn.mock.calls).toEqual([
      ['ana@alisos.demo', 'nueva-2027'],
      ['ana@alisos.demo', 'nueva-2027', 'vieja-2026'],
    ]);
  });

  it('S16 the sign-in page shows the number of encrypted entries on this device', () => {
    const sealed = { evaluations: 2, files: 1, corrections: 0 };
    renderScreen(<LoginPage signIn={vi.fn()} trouble={null} sealed={sealed} />);
    expect(screen.getByText(/^Hay 2 evaluaciones y 1 archivo por enviar .*con llave/)).toBeTruthy();
  });

  it('S20 the sign-in page shows a storage failure and its remedy when the device cannot store the session', async () => {
    renderLoginPage({ type: 'storage', problem: new StorageProblem('full') });
    await enterText(getEmailInput(), 'a@b.co');
    await enterText(getPasswordField(), 'x');
    await submitSignIn();
    expect((await screen.findByRole('alert')).textContent).toContain('sin espacio');
  });

  it('P2.1 the sign-in page lets the browser fill in the form', () => {
    renderLoginPage();
    expect(getEmailInput().getAttribute('autocomplete')).toBe('username');
    expect(getPasswordField().getAttribute('autocomplete')).toBe('current-password');
  });
});

describe('P8.15 /login when no user can sign in on the device', () => {
  it('the sign-in page shows the reason and no password field over plain http from another machine', () => {
    renderScreen(<LoginPage signIn={vi.fn()} trouble="insecure" sealed={NOTHING_UNSENT} />);
    expect(screen.getByRole('alert').textContent).toMatch(/^Esta dirección no es segura\..*https:\/\//);
    expect(screen.queryByLabelText('Contraseña')).toBeNull();
  });

  it('S20 the sign-in page says before the sign-in that the device cannot store data', () => {
    renderScreen(<LoginPage signIn={vi.fn()} trouble="unavailable" sealed={NOTHING_UNSENT} />);
    expect(screen.getByRole('alert').textContent).toContain('no permite guardar datos');
  });
});
