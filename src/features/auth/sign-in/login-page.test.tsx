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

it('P10.327 states where the link for the first account is while the server has no user', () => {
  show();
  expect(screen.queryByText(/primera cuenta/)).toBeNull();
  renderScreen(<LoginPage signIn={vi.fn()} trouble={null} sealed={NOTHING_UNSENT} awaitsAdministrator />);
  expect(screen.getByText(/primera cuenta está en la terminal o en el registro/)).toBeTruthy();
});

describe('/login', () => {
  it('P5.13 shows what is missing next to each field, sends no request, and focuses the first of them', async () => {
    const signIn = show();
    await submit();
    expect(email().getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Ingresa tu correo electrónico.')).toBeTruthy();
    expect(screen.getByText('Ingresa tu contraseña.')).toBeTruthy();
    expect(document.activeElement).toBe(email());
    expect(signIn).not.toHaveBeenCalled();
  });

  it('P5.13 sends the trimmed address and the password as it was typed', async () => {
    const signIn = show();
    await enterText(email(), ' ana@alisos.demo ');
    await enterText(password(), ' con espacios ');
    await submit();
    expect(signIn).toHaveBeenCalledExactlyOnceWith('ana@alisos.demo', ' con espacios ');
  });

  it('P8 shows a rejected sign-in, keeps the input and allows another attempt', async () => {
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

  it('P8 clears the error as soon as the input changes', async () => {
    show();
    await enterText(email(), 'ana@alisos.demo');
    await enterText(password(), 'mala');
    await submit();
    await screen.findByRole('alert');
    await enterText(password(), 'x');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('P5 reports an address that is too long as too long, not as missing', async () => {
    const signIn = show();
    await userEvent.click(email());
    await userEvent.paste(`${'a'.repeat(500)}@alisos.demo`);
    await enterText(password(), 'x');
    await submit();
    expect(screen.getByText('El correo es demasiado largo.')).toBeTruthy();
    expect(signIn).not.toHaveBeenCalled();
  });

  it('D2 prompts for the previous password when the device opens only with it, and sends it with the present one', async () => {
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

  it('S16 shows the encrypted entries on this device before the sign-in', () => {
    const sealed = { evaluations: 2, files: 1, corrections: 0 };
    renderScreen(<LoginPage signIn={vi.fn()} trouble={null} sealed={sealed} />);
    expect(screen.getByText(/^Hay 2 evaluaciones y 1 archivo por enviar .*con llave/)).toBeTruthy();
  });

  it('S20 shows a storage failure with a solution when the session cannot be stored', async () => {
    show({ type: 'storage', problem: new StorageProblem('full') });
    await enterText(email(), 'a@b.co');
    await enterText(password(), 'x');
    await submit();
    expect((await screen.findByRole('alert')).textContent).toContain('sin espacio');
  });

  it('P2.1 lets the browser fill in the first sign-in', () => {
    show();
    expect(email().getAttribute('autocomplete')).toBe('username');
    expect(password().getAttribute('autocomplete')).toBe('current-password');
  });
});

describe('P8.15 /login on a device that can sign no user in', () => {
  it('shows the reason over plain http from another machine, without a password field', () => {
    renderScreen(<LoginPage signIn={vi.fn()} trouble="insecure" sealed={NOTHING_UNSENT} />);
    expect(screen.getByRole('alert').textContent).toMatch(/^Esta dirección no es segura\..*https:\/\//);
    expect(screen.queryByLabelText('Contraseña')).toBeNull();
  });

  it('S20 shows before the sign-in that the device cannot store data', () => {
    renderScreen(<LoginPage signIn={vi.fn()} trouble="unavailable" sealed={NOTHING_UNSENT} />);
    expect(screen.getByRole('alert').textContent).toContain('no permite guardar datos');
  });
});
