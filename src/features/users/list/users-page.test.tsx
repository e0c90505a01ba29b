import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  userMocks,
  chooseComboboxOption,
  createUserListResponse,
  clickButton,
  createOwnUser,
  createUserRow,
} from '#tests/support/screens/users-screen.tsx';
import { Rejected, Unreachable } from '#sync/requests/api-request.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { UsersPage } from './users-page.tsx';

const renderUsersPage = (
  path = '/admin/users',
  actions: Parameters<typeof createAccount>[0] = ['user_management'],
) => renderReadScreen(<UsersPage account={createAccount(actions)} />, '/admin/users', path);
const lastFetchUsersCall = () => userMocks.fetchUsers.mock.calls.at(-1);
const readShownPath = () => screen.getByTestId('where').textContent;

describe('user list of /admin/users', () => {
  it('P3 the user list shows name, e-mail, status, branch, permissions and last sign-in of each user', async () => {
    userMocks.fetchUsers.mockResolvedValue(
      createUserListResponse([
        createOwnUser({ last_login_at: '2026-11-21T11:47:00Z' }),
        createUserRow({ status: 'invited', branch_id: null, actions: [] }),
      ]),
    );
    renderUsersPage();
    expect(await screen.findByText('Sede Norte')).toBeTruthy();
    const [, first, second] = screen.getAllByRole('row');
    expect(first?.textContent).toBe(
      'Ana (tú)zoe@clinica.testSede NorteGestión de usuarios21/11/2026 06:47Activo',
    );
    expect(second?.textContent).toBe('Zoe Demozoe@clinica.testSin sedeSin permisosNuncaInvitado');
  });

  it('P7.37 the user list is filtered by text and status and sorted; each change returns to the first page', async () => {
    userMocks.fetchUsers.mockResolvedValue(createUserListResponse([createUserRow()], 45));
    renderUsersPage('/admin/users?page=2');
    await screen.findByText('Mostrando 21 – 40 de 45');
    expect(lastFetchUsersCall()).toEqual([{ q: '', status: 'all', direction: 'asc' }, 2]);
    await chooseComboboxOption('Estado', 'Suspendidos');
    await waitFor(() =>
      expect(lastFetchUsersCall()).toEqual([{ q: '', status: 'suspended', direction: 'asc' }, 1]),
    );
    await clickButton('Ordenar de la Z a la A');
    await enterText(screen.getByLabelText('Buscar usuario'), 'zoe');
    await waitFor(() =>
      expect(lastFetchUsersCall()).toEqual([{ q: 'zoe', status: 'suspended', direction: 'desc' }, 1]),
    );
    expect(readShownPath()).toBe('/admin/users?status=suspended&direction=desc');
    await clickButton('Quitar filtro: Suspendidos');
    await waitFor(() =>
      expect(lastFetchUsersCall()).toEqual([{ q: 'zoe', status: 'all', direction: 'desc' }, 1]),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Limpiar filtros' }));
    await waitFor(() =>
      expect(lastFetchUsersCall()).toEqual([{ q: '', status: 'all', direction: 'asc' }, 1]),
    );
    expect(readShownPath()).toBe('/admin/users');
  });

  it('P3.12 the user list offers each user status as a filter', async () => {
    renderUsersPage();
    await userEvent.click(await screen.findByRole('combobox', { name: 'Estado' }));
    const options = await screen.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual([
      'Todos',
      'Activos',
      'Suspendidos',
      'Invitados',
    ]);
  });

  it('P2.14 the user list links to the page of each user and to the invitation form', async () => {
    renderUsersPage();
    const row = (await screen.findAllByRole('row'))[2];
    expect(within(row!).getByRole('link').getAttribute('href')).toBe(`/admin/users/${createUserRow().id}`);
    expect(screen.getByRole('link', { name: 'Invitar usuario' }).getAttribute('href')).toBe(
      '/admin/users/new',
    );
  });
});

describe('errors and permission of /admin/users', () => {
  it('P7.37 the users page shows a failure to load the list, and a message when the list is empty', async () => {
    userMocks.fetchUsers.mockRejectedValueOnce(new Unreachable('no_answer'));
    renderUsersPage();
    userMocks.fetchUsers.mockResolvedValue(createUserListResponse([]));
    await clickButton('Reintentar');
    expect(await screen.findByText('No se encontraron usuarios con los filtros seleccionados.')).toBeTruthy();
  });

  it('P2.14 P6.2 the users page redirects users without user management to the home page', () => {
    renderUsersPage('/admin/users', ['manage_catalogs']);
    expect(readShownPath()).toBe('/home');
    expect(userMocks.fetchUsers).not.toHaveBeenCalled();
  });

  // `null` is the code of a base-contract server, which sends no error codes.
  it.each(['forbidden', null])(
    'P8 the users page shows the error when the permission was revoked (error code %s), and a toast shows it again when the page closes',
    async (code) => {
      const refusal = { status: 403, code, message: 'No tienes permiso.', details: [] };
      userMocks.fetchUsers.mockRejectedValue(new Rejected(refusal));
      const { unmount } = renderUsersPage();
      expect((await screen.findByRole('alert')).textContent).toContain('No tienes permiso.');
      expect(userMocks.toast).not.toHaveBeenCalled();
      unmount();
      expect(userMocks.toast).toHaveBeenCalledExactlyOnceWith('error', 'No tienes permiso.', 'forbidden');
    },
  );
});

describe('list of users that fails to refresh', () => {
  it('P8 R3 the users page keeps showing the users, the age of the data and a retry button when the server fails', async () => {
    userMocks.fetchUsers.mockResolvedValue(createUserListResponse([createUserRow()]));
    const { askAgain } = renderUsersPage();
    await screen.findByText('1 usuario');
    userMocks.fetchUsers.mockRejectedValueOnce(
      new Rejected({ status: 500, code: null, message: '', details: [] }),
    );
    await askAgain();
    const title = await screen.findByText('No se pudo cargar el listado de usuarios.');
    expect(title.parentElement?.textContent).toMatch(/Ves la copia .*de las \d\d:\d\d\.$/);
    expect(screen.getByText('1 usuario')).toBeTruthy();

    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    await waitFor(() => expect(screen.queryByText('No se pudo cargar el listado de usuarios.')).toBeNull());
  });
});
