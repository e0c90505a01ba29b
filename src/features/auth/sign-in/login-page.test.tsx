import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { SignInResult } from '#sync/session/sign-in.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { enterText } from '#tests/support/screens/enter-text.ts';
import { renderScreen } from '#tests/support/screens/render-screen.tsx';
import { NOTHING_UNSENT } from '#domain/outbox/unsent.ts';
import { LoginPage } from './login-page.tsx';
import type { SignIn } from './sign-in-form.tsx';

const refused: SignInResult = { type: 'refused', status: 401, code: 'invalid_credentials', message: 'no' };

function show(answer: SignInResult = refused) {
  const signIn = vi.fn((..._typed: Parameters<SignIn>) => Promise.resolve(answer));
  renderScreen(<LoginPage signIn={signIn} trouble={null} sealed={NOTHING_UNSENT} />);
  return signIn;
}

const email = () => screen.getByLabelText('Correo electrónico');
const password = () => screen.getByLabelText('Contraseña');
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }));

it('P10.327 the sign-in page explains where the link for the first account is while the server has no user', () => {
  show();
  expect(screen.queryByText(/primera cuenta/)).toBeNull();
  renderScreen(<LoginPage signIn={vi.fn()} trouble={null} sealed={NOTHING_UNSENT} awaitsAdministrator />);
  expect(screen.getByText(/primera cuenta está en la terminal o en el registro/)).toBeTruthy();
});

describe('/login', () => {
  it('P5.13 the page shows what is missing at each field, sends no request, and focuses the first empty field', async () => {
    const signIn = show();
    await submit();
    expect(email().getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Ingresa tu correo electrónico.')).toBeTruthy();
    expect(screen.getByText('Ingresa tu contraseña.')).toBeTruthy();
    expect(document.activeElement).toBe(email());
    expect(signIn).not.toHaveBeenCalled();
  });

  it('P5.13 the page sends the trimmed address and the unchanged password', async () => {
    const signIn = show();
    await enterText(email(), ' ana@alisos.demo ');
    await enterText(password(), ' con espacios ');
    await submit();
    expect(signIn).toHaveBeenCalledExactlyOnceWith('ana@alisos.demo', ' con espacios ');
  });

  it('P8 the page shows a rejected sign-in, keeps the input and allows another attempt', async () => {
    const signIn = show();
    await enterText(email(), 'ana@alisos.demo');
    await enterText(password(), 'mala');
    await submit();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Credenciales inválidas. Verifica tu correo y contraseña.',
    );
    await submit();
    expect(signIn.mock.calls).toEqual([
      ['ana@alisos.demo', 'mala'],
      ['ana@alisos.demo', 'mala'],
    ]);
  });

  it('P8 the page clears the error as soon as the input changes', async () => {
    show();
    await enterText(email(), 'ana@alisos.demo');
    await enterText(password(), 'mala');
    await submit();
    await screen.findByRole('alert');
    await enterText(password(), 'x');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('P5 an address that is too long is reported as too long, not as missing', async () => {
    const signIn = show();
    await userEvent.click(email());
    await userEvent.paste(`${'a'.repeat(500)}@alisos.demo`);
    await enterText(password(), 'x');
    await submit();
    expect(screen.getByText('El correo es demasiado largo.')).toBeTruthy();
    expect(signIn).not.toHaveBeenCalled();
  });

  it('D2 the page asks for the previous password when only that opens the device, and sends it with the present password', async () => {
    const signIn = show({ type: 'locked' });
    await enterText(email(), 'ana@alisos.demo');
    await enterText(password(), 'nueva-2027');
    expect(screen.queryByLabelText('Contraseña anterior')).toBeNull();
    await submit();
    await enterText(await screen.findByLabelText('Contraseña anterior'), 'vieja-2026');
    await submit();
    expect(signIn.mock.calls).toEqual([
      ['ana@alisos.demo', 'nueva-2027'],
      ['ana@alisos.demo', 'nueva-2027', 'vieja-2026'],
    ]);
  });

  it('S16 the page shows the number of encrypted entries on this device before the sign-in', () => {
    const sealed = { evaluations: 2, files: 1, corrections: 0 };
    renderScreen(<LoginPage signIn={vi.fn()} trouble={null} sealed={sealed} />);
    expect(screen.getByText(/^Hay 2 evaluaciones y 1 archivo por enviar .*con llave/)).toBeTruthy();
  });

  it('S20 the page shows a storage failure with a solution when the session cannot be stored', async () => {
    show({ type: 'storage', problem: new StorageProblem('full') });
    await enterText(email(), 'a@b.co');
    await enterText(password(), 'x');
    await submit();
    expect((await screen.findByRole('alert')).textContent).toContain('sin espacio');
  });

  it('P2.1 the browser may fill in the form at the first sign-in', () => {
    show();
    expect(email().getAttribute('autocomplete')).toBe('username');
    expect(password().getAttribute('autocomplete')).toBe('current-password');
  });
});

describe('P8.15 /login on a device on which no user can sign in', () => {
  it('the page shows the reason over plain http from another machine, without a password field', () => {
    renderScreen(<LoginPage signIn={vi.fn()} trouble="insecure" sealed={NOTHING_UNSENT} />);
    expect(screen.getByRole('alert').textContent).toMatch(/^Esta dirección no es segura\..*https:\/\//);
    expect(screen.queryByLabelText('Contraseña')).toBeNull();
  });

  it('S20 the page shows before the sign-in that the device cannot store data', () => {
    renderScreen(<LoginPage signIn={vi.fn()} trouble="unavailable" sealed={NOTHING_UNSENT} />);
    expect(screen.getByRole('alert').textContent).toContain('no permite guardar datos');
  });
});
