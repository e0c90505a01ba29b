import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { WaitingBoard } from '#contract/records/waiting-room.ts';
import { CALL_UNKNOWN_CODE } from '#network/client.ts';
import { Rejected, Unreachable } from '#sync/requests/api-request.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { BoardsCard } from './boards-card.tsx';

const mocks = vi.hoisted(() => ({
  fetchWaitingBoards: vi.fn(),
  createWaitingBoard: vi.fn(),
  revokeWaitingBoard: vi.fn(),
  toast: vi.fn(),
}));
vi.mock('#sync/administration/clinic/waiting-boards.ts', async (original) => ({
  ...(await original<object>()),
  ...mocks,
}));
vi.mock('#ui/notices/toast.ts', () => mocks);

const board: WaitingBoard = {
  id: '0195f3a0-0000-7000-8000-000000000001',
  label: 'Sala principal',
  shows: 'queue_numbers',
  created_at: '2026-03-10T15:00:00.000Z',
  revoked_at: null,
};
const renderCard = () =>
  renderReadScreen(<BoardsCard account={createAccount(['user_management'])} />, '/organization');

beforeEach(() => {
  vi.clearAllMocks();
  mocks.fetchWaitingBoards.mockResolvedValue([board]);
});

it("P10.392 the card for the boards shows the link of a new board, with the board's token in the fragment", async () => {
  mocks.createWaitingBoard.mockResolvedValue({
    type: 'saved',
    body: { ...board, label: 'Piso 2', token: 'secreto-1' },
    etag: null,
  });
  renderCard();
  await enterText(await screen.findByLabelText('Nombre de la pantalla'), 'Piso 2');
  await userEvent.click(screen.getByLabelText('Mostrar también el primer nombre y la inicial'));
  await userEvent.click(screen.getByRole('button', { name: 'Crear enlace' }));
  const link = await screen.findByLabelText<HTMLInputElement>('Enlace de Piso 2');
  expect(link.value).toBe(`${location.origin}/board#secreto-1`);
  expect(mocks.createWaitingBoard).toHaveBeenCalledExactlyOnceWith({ label: 'Piso 2', shows: 'first_names' });
  await waitFor(() => expect(mocks.fetchWaitingBoards).toHaveBeenCalledTimes(2));
});

it('P10.392 the card for the boards requires a name for a new board, and shows why the server rejects one', async () => {
  renderCard();
  await userEvent.click(await screen.findByRole('button', { name: 'Crear enlace' }));
  expect(await screen.findByText('Escribe un nombre para la pantalla.')).toBeTruthy();
  expect(mocks.createWaitingBoard).not.toHaveBeenCalled();
  const message = 'Una sede tiene 20 pantallas como máximo. Anula una que ya no se use.';
  const details = [{ field: 'label', message }];
  mocks.createWaitingBoard.mockResolvedValue({
    type: 'refused',
    refusal: { status: 400, code: 'validation_failed', message: 'Corrige los campos.', details },
  });
  await enterText(screen.getByLabelText('Nombre de la pantalla'), 'Piso 2');
  await userEvent.click(screen.getByRole('button', { name: 'Crear enlace' }));
  expect(await screen.findByText(message)).toBeTruthy();
});

it('P10.393 the card for the boards revokes the link of a board only after a confirmation', async () => {
  const revoked = { ...board, revoked_at: '2026-03-10T16:00:00.000Z' };
  mocks.revokeWaitingBoard.mockResolvedValue({ type: 'saved', body: revoked, etag: null });
  renderCard();
  await userEvent.click(await screen.findByRole('button', { name: 'Anular Sala principal' }));
  expect(mocks.revokeWaitingBoard).not.toHaveBeenCalled();
  mocks.fetchWaitingBoards.mockResolvedValue([revoked]);
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Anular' }));
  expect(mocks.revokeWaitingBoard).toHaveBeenCalledExactlyOnceWith(board.id);
  expect(await screen.findByText(/anulada el 10\/03\/2026 11:00/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Anular Sala principal' })).toBeNull();
});

it('P10.392 the card for the boards is hidden with a base-contract server, and reports a missing connection', async () => {
  const unknown = { status: 404, code: CALL_UNKNOWN_CODE, message: '', details: [] };
  mocks.fetchWaitingBoards.mockRejectedValue(new Rejected(unknown));
  const { unmount } = renderCard();
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Pantallas de espera' })).toBeNull());
  unmount();
  mocks.fetchWaitingBoards.mockRejectedValue(new Unreachable('no_answer'));
  renderCard();
  expect(await screen.findByText(/^No se pudieron cargar las pantallas\./)).toBeTruthy();
});
