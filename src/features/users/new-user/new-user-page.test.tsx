// @module-tag landing
//
// Runs in happy-dom: the invitation with responses provided by the test.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  SECOND_BRANCH_ID,
  checkboxNamed,
  branchAdmin,
  userMocks,
  chooseComboboxOption,
  globalAdmin,
  clickButton,
  createRejectedResult,
  savedResult,
  createUserRow,
} from '#tests/support/screens/users-screen.tsx';
import { renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { BRANCH_ID } from '#tests/support/device/device.ts';
import { NewUserPage } from './new-user-page.tsx';

const renderNewUserPage = (who = globalAdmin) =>
  renderReadScreen(<NewUserPage account={who} />, '/admin/users/new');
const getNameField = () => screen.getByLabelText<HTMLInputElement>(/^Nombre/);
const getEmailField = () => screen.getByLabelText<HTMLInputElement>(/^Correo electrónico/);
async function fillNewUserForm() {
  await enterText(getNameField(), ' Zoe Demo ');
  await enterText(getEmailField(), 'Zoe@clinica.test');
}
const clickInviteUser = () => clickButton('Invitar usuario');
const listBranchOptions = async () => {
  await userEvent.click(screen.getByRole('combobox', { name: 'Sede' }));
  return (await screen.findAllByRole('option')).map((option) => option.textContent);
};

describe('invitation form', () => {
  it('P5.25 the invitation form requires e-mail address and name before it sends the invitation', async () => {
    renderNewUserPage();
    await clickInviteUser();
    expect((await screen.findAllByText('Completa los campos obligatorios.')).length).toBeGreaterThan(0);
    expect(screen.getByRole('alert').textContent).toBe('Completa los campos obligatorios.');
    expect(document.activeElement).toBe(getEmailField());
    await enterText(getEmailField(), 'zoe');
    await enterText(getNameField(), 'Zoe');
    await clickInviteUser();
    expect(await screen.findByText('Escribe un correo válido, como nombre@clinica.com.')).toBeTruthy();
    expect(screen.queryByText('Completa los campos obligatorios.')).toBeNull();
    expect(userMocks.createUser).not.toHaveBeenCalled();
  });

  it('P9.14 the invitation form’s default values invite the user by mail', async () => {
    userMocks.createUser.mockResolvedValue(savedResult(createUserRow()));
    renderNewUserPage();
    await fillNewUserForm();
    await clickInviteUser();
    await waitFor(() =>
      expect(userMocks.createUser).toHaveBeenCalledExactlyOnceWith({
        email: 'zoe@clinica.test',
        display_name: 'Zoe Demo',
        status: 'invited',
        send_invitation: true,
        actions: [],
        branch_id: null,
      }),
    );
  });

  it('P4.18 P8.38 P7 the invitation form sends the chosen status, mail option, permissions and branch of the new user', async () => {
    userMocks.createUser.mockResolvedValue(savedResult(createUserRow({ status: 'active' })));
    renderNewUserPage();
    await fillNewUserForm();
    await userEvent.click(checkboxNamed('Enviar la invitación por correo'));
    await chooseComboboxOption('Estado inicial', 'Activo');
    await chooseComboboxOption('Sede', 'Sede Sur');
    await userEvent.click(checkboxNamed('Evaluaciones'));
    await userEvent.click(checkboxNamed('Gestión de usuarios'));
    await clickButton('Crear usuario');
    await waitFor(() =>
      expect(userMocks.createUser.mock.calls[0]?.[0]).toMatchObject({
        status: 'active',
        send_invitation: false,
        actions: ['user_management', 'manage_evaluations'],
        branch_id: SECOND_BRANCH_ID,
      }),
    );
    expect(await screen.findByText('Usuario creado correctamente.')).toBeTruthy();
  });

  it('P6 the invitation form offers an administrator with an active branch only that branch or no branch', async () => {
    renderNewUserPage(branchAdmin);
    expect(await screen.findByText(/Con una sede activa solo puedes asignar esa/)).toBeTruthy();
    expect(await listBranchOptions()).toEqual(['Sin sede', 'Sede Norte']);
    userMocks.createUser.mockResolvedValue(savedResult(createUserRow()));
    await fillNewUserForm();
    await clickInviteUser();
    await waitFor(() =>
      expect(userMocks.createUser.mock.calls[0]?.[0]).toMatchObject({ branch_id: BRANCH_ID }),
    );
  });

  it('P6.1 the invitation form shows a description next to every permission', () => {
    renderNewUserPage();
    expect(checkboxNamed('Recepción de pacientes').getAttribute('aria-describedby')).not.toBeNull();
    expect(screen.getByText('Registra pacientes con su foto y su firma.')).toBeTruthy();
    expect(screen.getAllByRole('checkbox')).toHaveLength(6);
  });
});

describe('result of an invitation', () => {
  it('P8.38 the invitation page shows the activation link until the next invitation, and copies it', async () => {
    userMocks.createUser.mockResolvedValue(
      savedResult({ ...createUserRow({ status: 'invited' }), invite_token: 'a+b' }),
    );
    const client = userEvent.setup();
    renderNewUserPage();
    await fillNewUserForm();
    await clickInviteUser();
    expect(
      await screen.findByText('Usuario invitado. Comparte el enlace de activación enviado por correo.'),
    ).toBeTruthy();
    const link = screen.getByLabelText<HTMLInputElement>('Enlace de activación');
    expect(link.value).toBe(`${location.origin}/reset-password?token=a%2Bb`);
    await client.click(screen.getByRole('button', { name: 'Copiar enlace' }));
    expect(await screen.findByText('Enlace copiado.')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(link.value);
    await clickButton('Invitar otro');
    expect(screen.queryByLabelText('Enlace de activación')).toBeNull();
    expect(getNameField().value).toBe('');
  });

  it('P3 the invitation form shows errors of status, permissions and e-mail at the fields, and other errors in the notice', async () => {
    const messages = ['Sin cupo.', 'No puedes darlo.', 'No es del dominio.', 'Falta el cargo.'];
    const details = ['status', 'actions', 'email', 'position'].map((field, at) => ({
      field,
      message: messages[at] ?? '',
    }));
    userMocks.createUser.mockResolvedValue(createRejectedResult(422, null, 'Revisa los datos.', details));
    renderNewUserPage();
    await fillNewUserForm();
    await clickInviteUser();
    for (const message of messages) expect(await screen.findByText(message)).toBeTruthy();
    expect(document.querySelector('.notice[role=alert]')?.textContent).toBe(
      'Revisa los datos.Falta el cargo.',
    );
  });

  it('P8.31 the invitation form shows an error at the e-mail field when the address is taken, and keeps the typed values', async () => {
    const message = 'Ya existe un usuario con este correo.';
    userMocks.createUser.mockResolvedValue(
      createRejectedResult(409, 'email_taken', message, [{ field: 'email', message }]),
    );
    renderNewUserPage();
    await fillNewUserForm();
    await clickInviteUser();
    await waitFor(() => expect(getEmailField().getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByRole('alert').textContent).toBe(message);
    expect(getNameField().value).toBe(' Zoe Demo ');
  });

  it.each([
    [createRejectedResult(500), 'No se pudo crear el usuario. (500)'],
    [createRejectedResult(400, null, 'Revisa los datos.'), 'Revisa los datos.'],
    [
      { type: 'unreachable' },
      'No se pudo crear el usuario. El servidor no responde. Lo que escribiste sigue aquí.',
    ],
  ])('P8.31 the invitation form shows the failure %j and keeps the typed values', async (answer, text) => {
    userMocks.createUser.mockResolvedValue(answer);
    renderNewUserPage();
    await fillNewUserForm();
    await clickInviteUser();
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(getEmailField().value).toBe('Zoe@clinica.test');
  });
});
