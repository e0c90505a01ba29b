import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { ResetRequestResult } from '#sync/session/passwords.ts';
import type { SignInResult } from '#sync/session/sign-in.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { FirstAdminPage } from './first-admin-page.tsx';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';

const rejectedResult = (status: number, message = ''): SignInResult => ({
  type: 'refused',
  status,
  code: null,
  message,
});
const unreachableResult: SignInResult = { type: 'unreachable', cause: 'timeout' };
const readAlertText = async () => (await screen.findByRole('alert')).textContent;
const clickButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const fillField = (label: string, text: string) => enterText(screen.getByLabelText(label), text);
const shownPath = () => screen.getByTestId('where').textContent;

describe('/forgot-password', () => {
  function show(answer: ResetRequestResult, sendsLinks = true) {
    const requestReset = vi.fn((_email: string) => Promise.resolve(answer));
    renderReadScreen(
      <ForgotPasswordPage sendsLinks={sendsLinks} requestReset={requestReset} trouble={null} />,
      '/forgot-password',
    );
    return requestReset;
  }
  async function requestLink() {
    await fillField('Correo electrónico', ' Ana@alisos.demo ');
    await clickButton('Enviar enlace');
  }

  it('P2.3 the forgot-password page shows the same neutral message for every address, and no token when the server returns none', async () => {
    const requestReset = show({ type: 'requested', token: null });
    await requestLink();
    expect(await screen.findByText(/^Si el correo pertenece a una cuenta/)).toBeTruthy();
    expect(requestReset).toHaveBeenCalledExactlyOnceWith('Ana@alisos.demo');
    expect(screen.queryByRole('link', { name: 'Restablecer contraseña' })).toBeNull();
  });

  it('P10.326 the forgot-password page refers to the administrator and promises no link when the server sends no mail', () => {
    show({ type: 'requested', token: null }, false);
    expect(screen.getByText(/^Pide el enlace a tu administrador/)).toBeTruthy();
    expect(screen.queryByText(/te enviaremos|recibirás/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Enviar enlace' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Volver a iniciar sesión' })).toBeTruthy();
  });

  it('P2.4 the forgot-password page shows a returned token, with a button that opens the reset page with the token', async () => {
    show({ type: 'requested', token: 'a-b_c' });
    await requestLink();
    expect(await screen.findByText('a-b_c')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Restablecer contraseña' }));
    expect(shownPath()).toBe('/reset-password?token=a-b_c');
  });

  it('P5 the forgot-password page shows an error at the field for an invalid address, and sends no request', async () => {
    const requestReset = show({ type: 'requested', token: null });
    await fillField('Correo electrónico', 'ana');
    await clickButton('Enviar enlace');
    expect(screen.getByText('Escribe un correo válido, como nombre@clinica.com.')).toBeTruthy();
    expect(requestReset).not.toHaveBeenCalled();
  });

  it.each<[string, ResetRequestResult, RegExp]>([
    ['the message', { type: 'refused', status: 429, code: null, message: 'Espera un minuto.' }, /^Espera un/],
    [
      'else the fallback',
      { type: 'refused', status: 500, code: null, message: '' },
      /^No fue posible generar el enlace de recuperación\. \(500\)$/,
    ],
    [
      'without network the fallback and the reason',
      { type: 'unreachable', cause: 'no_answer' },
      /^No fue posible generar el enlace de recuperación\. No hay conexión/,
    ],
  ])('P8.18 the forgot-password page shows the expected error: %s', async (_case, answer, words) => {
    show(answer);
    await requestLink();
    expect(await readAlertText()).toMatch(words);
  });
});

function showResetPage(answers: SignInResult[], path = '/reset-password?token=tok-1') {
  const completeReset = vi.fn((_token: string, _password: string) =>
    Promise.resolve(answers.shift() ?? rejectedResult(500)),
  );
  renderReadScreen(
    <ResetPasswordPage completeReset={completeReset} trouble={null} />,
    '/reset-password',
    path,
  );
  return completeReset;
}
async function saveNewPassword(password = 'Nueva-2026', confirmation = password) {
  await fillField('Nueva contraseña', password);
  await fillField('Confirma la contraseña', confirmation);
  await clickButton('Guardar y entrar');
}

describe('/reset-password', () => {
  it('D5 P2.5 the reset page reads the token from the address and removes it there', async () => {
    const completeReset = showResetPage([rejectedResult(400)]);
    expect(shownPath()).toBe('/reset-password');
    expect(screen.queryByLabelText('Token'), 'the link brought it').toBeNull();
    await saveNewPassword();
    expect(completeReset).toHaveBeenCalledExactlyOnceWith('tok-1', 'Nueva-2026');
  });

  it('P2.5 the reset page asks for the token when the user did not open a link', async () => {
    const completeReset = showResetPage([rejectedResult(400)], '/reset-password');
    await saveNewPassword();
    expect(screen.getByText('El token es obligatorio.')).toBeTruthy();
    await fillField('Token', ' tok-2 ');
    await clickButton('Guardar y entrar');
    expect(completeReset).toHaveBeenCalledExactlyOnceWith('tok-2', 'Nueva-2026');
  });

  it.each([
    ['Nueva-2026', 'Nueva-2027', 'Las contraseñas no coinciden.'],
    ['corta', 'corta', 'La contraseña debe tener al menos 8 caracteres.'],
  ])(
    'P5.15 the reset page rejects password %s with confirmation %s: %s',
    async (password, confirmation, message) => {
      const completeReset = showResetPage([]);
      await saveNewPassword(password, confirmation);
      expect(screen.getByText(message)).toBeTruthy();
      expect(completeReset).not.toHaveBeenCalled();
    },
  );

  it.each([
    [400, 'x', 'El token no es válido o la nueva contraseña no cumple los requisitos.'],
    [403, 'x', 'La cuenta está inactiva. Contacta al administrador.'],
    [500, '', 'No fue posible restablecer la contraseña. (500)'],
  ])(
    "P8.19 the reset page shows the text that belongs to status %i, and not the server's message «%s»",
    async (status, message, words) => {
      showResetPage([rejectedResult(status, message)]);
      await saveNewPassword();
      expect(await readAlertText()).toBe(words);
    },
  );

  it.each([
    ['new_password', 'Es demasiado fácil de adivinar.', undefined],
    ['token', 'El enlace ya se usó.', '/reset-password'],
  ])('P8 the reset page shows at its field why %s is rejected', async (field, message, path) => {
    showResetPage([{ ...rejectedResult(400, 'x'), details: [{ field, message }] } as SignInResult], path);
    if (path !== undefined) await fillField('Token', 'tok-2');
    await saveNewPassword();
    expect(await readAlertText()).toBe(
      'El token no es válido o la nueva contraseña no cumple los requisitos.',
    );
    expect(screen.getByText(message)).toBeTruthy();
  });

  it('P8.19 after a rejected token, the reset page explains that an earlier attempt without a response may have used the token', async () => {
    showResetPage([unreachableResult, rejectedResult(400)]);
    await saveNewPassword();
    expect(await readAlertText()).toMatch(/^No fue posible restablecer la contraseña\. El servidor tarda/);
    expect(screen.queryByText(/^Puede que el intento anterior/)).toBeNull();
    await clickButton('Guardar y entrar');
    expect(await screen.findByText(/^Puede que el intento anterior sí haya llegado/)).toBeTruthy();
  });

  it('D2 the reset page explains that only the previous password opens the data on the device', async () => {
    showResetPage([{ type: 'locked' }]);
    await saveNewPassword();
    expect(await screen.findByText(/te pedirá también la anterior/)).toBeTruthy();
  });
});

describe('P10.14 /first-admin', () => {
  function show(answer: SignInResult, path = '/first-admin?token=tok-1') {
    const createAdministrator = vi.fn(() => Promise.resolve(answer));
    renderReadScreen(
      <FirstAdminPage createAdministrator={createAdministrator} trouble={null} />,
      '/first-admin',
      path,
    );
    return createAdministrator;
  }

  it('the first-administrator page sends the token of the link with the account, and removes it from the address', async () => {
    const createAdministrator = show(rejectedResult(400, 'El enlace ya se usó.'));
    expect(shownPath()).toBe('/first-admin');
    await fillField('Correo electrónico', ' ana@clinica.co ');
    await fillField('Nombre', 'Ana Rincón');
    await fillField('Contraseña', 'Nueva-2026');
    await fillField('Confirma la contraseña', 'Nueva-2026');
    await clickButton('Crear cuenta y entrar');
    expect(createAdministrator).toHaveBeenCalledExactlyOnceWith({
      token: 'tok-1',
      email: 'ana@clinica.co',
      display_name: 'Ana Rincón',
      password: 'Nueva-2026',
    });
    expect(await readAlertText()).toBe('El enlace ya se usó.');
  });

  it('the first-administrator page explains where to find the link and shows no form when the address has no token', () => {
    show(rejectedResult(400), '/first-admin');
    expect(screen.getByText(/terminal al iniciar/)).toBeTruthy();
    expect(screen.queryByLabelText('Contraseña')).toBeNull();
  });

  it('the first-administrator page links to the sign-in for a user who already has an account', async () => {
    show(rejectedResult(400));
    await userEvent.click(screen.getByRole('link', { name: 'Ya tengo cuenta: iniciar sesión' }));
    expect(shownPath()).toBe('/login');
  });
});
