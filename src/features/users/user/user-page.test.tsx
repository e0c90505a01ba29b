// @module-tag landing
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Rejected } from '#sync/requests/api-request.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  SECOND_BRANCH_ID,
  checkboxNamed,
  branchAdmin,
  getButton,
  userMocks,
  chooseComboboxOption,
  globalAdmin,
  clickButton,
  createRejectedResult,
  savedResult,
  createOwnUser,
  createUserRow,
} from '#tests/support/screens/users-screen.tsx';
import { renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { UserPage } from './user-page.tsx';

async function renderUserPage(found = createUserRow(), who = globalAdmin) {
  userMocks.fetchUser.mockResolvedValue(found);
  const view = renderReadScreen(<UserPage account={who} />, '/admin/users/:id', `/admin/users/${found.id}`);
  await screen.findByRole('region', { name: 'Permisos' });
  return view;
}
const cardNamed = (name: string) => within(screen.getByRole('region', { name }));
const waitForToast = (text: string) =>
  waitFor(() => expect(userMocks.toast).toHaveBeenCalledWith('ok', text));
const changeUserConcurrently = (patch: Parameters<typeof createUserRow>[0]) => {
  const now = createUserRow({ ...patch, revision: 4 });
  userMocks.fetchUser.mockResolvedValue(now);
  return now;
};

it('P8 R3 the user page keeps showing the user, the age of the data and a retry button when the server fails', async () => {
  const { askAgain } = await renderUserPage();
  userMocks.fetchUser.mockRejectedValueOnce(
    new Rejected({ status: 500, code: null, message: '', details: [] }),
  );
  await askAgain();
  const title = await screen.findByText('No se pudo cargar el usuario.');
  expect(title.parentElement?.textContent).toMatch(/Ves la copia .*de las \d\d:\d\d\.$/);
  expect(screen.getByRole('region', { name: 'Permisos' })).toBeTruthy();
  await clickButton('Reintentar');
  await waitFor(() => expect(screen.queryByText('No se pudo cargar el usuario.')).toBeNull());
});

describe('card with the status of a user', () => {
  const suspend = async (reason = '') => {
    await clickButton('Suspender');
    const dialog = within(await screen.findByRole('dialog'));
    if (reason !== '') await enterText(dialog.getByLabelText('Motivo'), reason);
    await userEvent.click(dialog.getByRole('button', { name: 'Suspender' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };

  it('P4.17 the user’s status card suspends an active user with a reason after the administrator confirms', async () => {
    userMocks.setUserStatus.mockResolvedValue(
      savedResult(createUserRow({ status: 'suspended', status_reason: 'Se fue' })),
    );
    await renderUserPage();
    await suspend('Se fue');
    await waitForToast('Usuario suspendido.');
    expect(userMocks.setUserStatus).toHaveBeenCalledExactlyOnceWith(createUserRow(), {
      status: 'suspended',
      reason: 'Se fue',
    });
    expect(cardNamed('Estado').getByText('Motivo: Se fue')).toBeTruthy();
  });

  it.each([
    ['suspended', 'Reactivar'],
    ['invited', 'Activar'],
  ] as const)(
    'P4.17 the user’s status card activates a user with status %s through the button %s',
    async (status, label) => {
      userMocks.setUserStatus.mockResolvedValue(savedResult(createUserRow()));
      await renderUserPage(createUserRow({ status }));
      await clickButton(label);
      await waitForToast('Usuario reactivado.');
      expect(userMocks.setUserStatus.mock.calls[0]?.[1]).toMatchObject({ status: 'active' });
      expect(getButton('Suspender')).toBeTruthy();
    },
  );

  it('P10.16 the user’s status card disables the suspension of the administrator’s own account, and states why', async () => {
    await renderUserPage(createOwnUser());
    expect(getButton('Suspender').disabled).toBe(true);
    expect(cardNamed('Estado').getByText('No puedes suspender tu propia cuenta.')).toBeTruthy();
  });

  it('P10.16 the user’s status card shows the server’s error when the last administrator is suspended', async () => {
    userMocks.setUserStatus.mockResolvedValue(
      createRejectedResult(409, 'last_administrator', 'Es el último administrador.'),
    );
    await renderUserPage();
    await suspend();
    expect(await cardNamed('Estado').findByText('Es el último administrador.')).toBeTruthy();
  });

  it('P10.5 the user’s status card shows the status that another administrator has set, and does not overwrite it', async () => {
    userMocks.setUserStatus.mockResolvedValue({ type: 'stale' });
    await renderUserPage();
    changeUserConcurrently({ status: 'suspended' });
    await suspend();
    expect(await cardNamed('Estado').findByText(/Ahora su estado es «Suspendido»/)).toBeTruthy();
    expect(userMocks.setUserStatus).toHaveBeenCalledOnce();
  });

  it('P8.32 the user’s status card shows that the suspension failed, and keeps the typed reason', async () => {
    userMocks.setUserStatus.mockResolvedValue(createRejectedResult(500));
    await renderUserPage();
    await suspend('Se fue');
    expect(
      await cardNamed('Estado').findByText('No se pudo actualizar el estado del usuario. (500)'),
    ).toBeTruthy();
    await clickButton('Suspender');
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Motivo')).value).toBe('Se fue');
  });
});

describe('card with the permissions of a user', () => {
  const save = () => clickButton('Guardar permisos');

  it('P7.40 P8.37 the user’s permissions card saves all permissions in one request', async () => {
    userMocks.setUserPermissions.mockResolvedValue(
      savedResult(createUserRow({ actions: ['manage_evaluations'] })),
    );
    await renderUserPage();
    expect(getButton('Guardar permisos').disabled).toBe(true);
    await userEvent.click(checkboxNamed('Evaluaciones'));
    await userEvent.click(checkboxNamed('Recepción de pacientes'));
    await save();
    await waitForToast('Permisos actualizados correctamente.');
    expect(userMocks.setUserPermissions).toHaveBeenCalledExactlyOnceWith(createUserRow(), [
      'manage_evaluations',
    ]);
    expect(getButton('Guardar permisos').disabled).toBe(true);
  });

  it('P10.16 administrators cannot revoke their own user management, and the user’s permissions card states why', async () => {
    await renderUserPage(createOwnUser());
    await userEvent.click(checkboxNamed('Gestión de usuarios'));
    expect(checkboxNamed('Gestión de usuarios').checked).toBe(true);
    expect(screen.getByText(/No puedes quitártelo a ti mismo/)).toBeTruthy();
  });

  it.each([
    [createRejectedResult(500), 'No se pudieron actualizar los permisos. (500)'],
    [{ type: 'unreachable' }, 'No se pudieron guardar los permisos. El servidor no responde.'],
  ])(
    'P8.32 the user’s permissions card keeps the unsaved permissions when saving fails with %j',
    async (answer, text) => {
      userMocks.setUserPermissions.mockResolvedValue(answer);
      await renderUserPage();
      await userEvent.click(checkboxNamed('Dashboard'));
      await save();
      expect((await cardNamed('Permisos').findByRole('alert')).textContent).toBe(text);
      expect(checkboxNamed('Dashboard').checked).toBe(true);
    },
  );

  it("P10.5 the user’s permissions card shows the other administrator’s permissions next to the unsaved choice; 'Guardar lo mío' saves the choice", async () => {
    userMocks.setUserPermissions.mockResolvedValueOnce({ type: 'stale' });
    await renderUserPage();
    await userEvent.click(checkboxNamed('Dashboard'));
    const now = changeUserConcurrently({ actions: ['manage_evaluations'] });
    await save();
    const notice = await cardNamed('Permisos').findByText(/Otra persona cambió este usuario/);
    expect(notice.parentElement?.textContent).toContain('PermisosEvaluaciones');
    expect(checkboxNamed('Dashboard').checked).toBe(true);
    userMocks.setUserPermissions.mockResolvedValueOnce(savedResult(createUserRow({ revision: 5 })));
    await clickButton('Guardar lo mío');
    await waitFor(() =>
      expect(userMocks.setUserPermissions.mock.calls[1]).toEqual([
        now,
        ['register_patients', 'view_dashboard'],
      ]),
    );
  });

  it("P10.5 'Usar lo que hay ahora' replaces the unsaved permissions by the other administrator’s permissions", async () => {
    userMocks.setUserPermissions.mockResolvedValueOnce({ type: 'stale' });
    await renderUserPage();
    await userEvent.click(checkboxNamed('Dashboard'));
    changeUserConcurrently({ actions: ['manage_evaluations'] });
    await save();
    await clickButton('Usar lo que hay ahora');
    expect(checkboxNamed('Dashboard').checked).toBe(false);
    expect(checkboxNamed('Evaluaciones').checked).toBe(true);
    expect(screen.queryByText(/Otra persona/)).toBeNull();
  });
});

describe('card with the branch of a user', () => {
  it('P6.3 P8.37 the user’s branch card assigns and removes the branch for an administrator in global mode', async () => {
    userMocks.setUserBranch.mockResolvedValueOnce(
      savedResult(createUserRow({ branch_id: SECOND_BRANCH_ID })),
    );
    userMocks.fetchBranchNames.mockResolvedValue(new Map([[SECOND_BRANCH_ID, 'Sede Sur']]));
    await renderUserPage(createUserRow({ branch_id: null }));
    await chooseComboboxOption('Sede asignada', 'Sede Sur');
    await clickButton('Asignar sede');
    await waitForToast('Sede asignada correctamente.');
    expect(userMocks.setUserBranch.mock.calls[0]).toEqual([
      createUserRow({ branch_id: null }),
      SECOND_BRANCH_ID,
    ]);
    userMocks.setUserBranch.mockResolvedValueOnce(savedResult(createUserRow({ branch_id: null })));
    await chooseComboboxOption('Sede asignada', 'Sin sede');
    await clickButton('Quitar sede');
    await waitForToast('Sede eliminada correctamente.');
    expect(userMocks.setUserBranch.mock.calls[1]?.[1]).toBeNull();
  });

  it('P6.3 the user’s branch card is read-only for an administrator with an active branch, and states why', async () => {
    await renderUserPage(createUserRow(), branchAdmin);
    expect(await cardNamed('Sede').findByText('Sede Norte')).toBeTruthy();
    expect(getButton('Asignar sede').disabled).toBe(true);
    expect(cardNamed('Sede').getByText(/solo se cambia en modo global/)).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: 'Sede asignada' })).toBeNull();
  });

  it('P8 the user’s branch card shows that assigning the branch failed, and keeps the choice', async () => {
    userMocks.setUserBranch.mockResolvedValue(createRejectedResult(500));
    await renderUserPage();
    await chooseComboboxOption('Sede asignada', 'Sede Sur');
    await clickButton('Asignar sede');
    expect(await cardNamed('Sede').findByText('No se pudo actualizar la sede. (500)')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Sede asignada' }).value).toBe('Sede Sur');
  });
});

describe('card with the password of a user', () => {
  it('P8.37 the user’s password card creates a password link, shows it, and offers to copy it', async () => {
    userMocks.createPasswordResetToken.mockResolvedValue(savedResult('t0k'));
    await renderUserPage();
    await clickButton('Generar enlace');
    await waitForToast('Se generó un enlace de restablecimiento de contraseña.');
    expect(screen.getByLabelText<HTMLInputElement>('Enlace de contraseña').value).toBe(
      `${location.origin}/reset-password?token=t0k`,
    );
    expect(getButton('Copiar enlace')).toBeTruthy();
  });

  it.each([
    [createRejectedResult(500), 'No se pudo generar el enlace de restablecimiento. (500)'],
    [{ type: 'unreachable' }, 'No se pudo solicitar el restablecimiento. El servidor no responde.'],
  ])(
    'P8.32 the user’s password card shows an error when creating the password link fails with %j',
    async (answer, text) => {
      userMocks.createPasswordResetToken.mockResolvedValue(answer);
      await renderUserPage();
      await clickButton('Generar enlace');
      expect((await cardNamed('Contraseña').findByRole('alert')).textContent).toBe(text);
    },
  );

  it('P7.42 the user’s password card offers no password link for a suspended user, and states why', async () => {
    await renderUserPage(createUserRow({ status: 'suspended' }));
    expect(getButton('Generar enlace').disabled).toBe(true);
    expect(cardNamed('Contraseña').getByText(/reactívalo antes de generar un enlace/)).toBeTruthy();
  });
});

describe('page /admin/users/{id}', () => {
  it('P2.14 the user page links back to the list when no user has the id', async () => {
    userMocks.fetchUser.mockResolvedValue(null);
    renderReadScreen(<UserPage account={globalAdmin} />, '/admin/users/:id', '/admin/users/x');
    expect(await screen.findByText('Usuario no encontrado')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Volver al listado' })[0]?.getAttribute('href')).toBe(
      '/admin/users',
    );
  });

  it('D5 the user page shows the user’s name in the heading but not in the document title', async () => {
    await renderUserPage();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Zoe Demo');
    expect(document.title).toBe('Usuario · Ventanilla');
  });
});

describe('P10.127 card with the doctor linked to a user', () => {
  it('P10.127 the user’s doctor card links the user to a doctor of the catalogue, and removes the link again', async () => {
    userMocks.setUserDoctor.mockResolvedValueOnce(
      savedResult(createUserRow({ doctor: { id: 'd1', name: 'Dra. Ana Demo' } })),
    );
    await renderUserPage(createUserRow({ doctor: null }));
    expect(getButton('Asignar médico').disabled).toBe(true);
    await chooseComboboxOption('Médico del catálogo', /^Dra\. Ana Demo/);
    await clickButton('Asignar médico');
    await waitForToast('Médico asignado al usuario.');
    expect(userMocks.setUserDoctor).toHaveBeenLastCalledWith(createUserRow({ doctor: null }), 'd1');
    userMocks.setUserDoctor.mockResolvedValueOnce(savedResult(createUserRow({ doctor: null })));
    await chooseComboboxOption('Médico del catálogo', 'No es médico');
    await clickButton('Quitar médico');
    await waitForToast('Médico quitado del usuario.');
    expect(userMocks.setUserDoctor.mock.lastCall?.[1]).toBeNull();
  });

  it('P10.127 the user’s doctor card shows the server’s error when the doctor is already linked to another user', async () => {
    const message = 'Este médico ya es de otra persona. Quítaselo primero.';
    userMocks.setUserDoctor.mockResolvedValue(
      createRejectedResult(400, 'validation_failed', 'x', [{ field: 'doctor_id', message }]),
    );
    await renderUserPage(createUserRow({ doctor: null }));
    await chooseComboboxOption('Médico del catálogo', /^Dra\. Ana Demo/);
    await clickButton('Asignar médico');
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it('P10.127 the user page hides the user’s doctor card when the server does not support the link', async () => {
    await renderUserPage();
    expect(screen.queryByRole('region', { name: 'Médico' })).toBeNull();
  });
});
