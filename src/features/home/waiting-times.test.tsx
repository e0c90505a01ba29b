import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { CALL_UNKNOWN_CODE } from '#network/client.ts';
import { Rejected, Unreachable } from '#sync/requests/api-request.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { WaitingTimesCard } from './waiting-times.tsx';

const mocks = vi.hoisted(() => ({ fetchWaitingTimes: vi.fn() }));
vi.mock('#sync/reads/waiting-times.ts', () => mocks);

const renderCard = () =>
  renderReadScreen(<WaitingTimesCard account={createAccount(['user_management'])} />, '/');
const figures = (count: number, median: number | null, longest: number | null) => ({
  count,
  median_minutes: median,
  longest_minutes: longest,
});

beforeEach(() => {
  vi.clearAllMocks();
});

it('P10.401 the waiting-time card shows count, median and longest wait for each hour, of today and of the last seven days', async () => {
  const hours = [
    { hour: 7, today: figures(0, null, null), week: figures(12, 14, 48) },
    { hour: 9, today: figures(2, 5, 8), week: figures(2, 5, 8) },
  ];
  mocks.fetchWaitingTimes.mockResolvedValue({ generated_at: '2026-03-10T15:00:00.000Z', hours });
  renderCard();
  const rowsOf = async (name: string) =>
    within(await screen.findByRole('table', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(await rowsOf('Hoy')).toEqual([['9:00', '2', '5 min', '8 min']]);
  expect(await rowsOf('Últimos 7 días')).toEqual([
    ['7:00', '12', '14 min', '48 min'],
    ['9:00', '2', '5 min', '8 min'],
  ]);
});

it('P10.401 the waiting-time card says that no patient was called, or that loading failed, and is hidden with a base-contract server', async () => {
  mocks.fetchWaitingTimes.mockResolvedValue({ generated_at: '2026-03-10T15:00:00.000Z', hours: [] });
  const first = renderCard();
  expect(await screen.findByText('Nadie ha sido llamado ni atendido en estos 7 días.')).toBeTruthy();
  first.unmount();
  mocks.fetchWaitingTimes.mockRejectedValue(new Unreachable('no_answer'));
  const second = renderCard();
  expect(await screen.findByText(/^No se pudieron cargar los tiempos de espera\./)).toBeTruthy();
  second.unmount();
  const unknown = { status: 404, code: CALL_UNKNOWN_CODE, message: '', details: [] };
  mocks.fetchWaitingTimes.mockRejectedValue(new Rejected(unknown));
  renderCard();
  await waitFor(() => expect(mocks.fetchWaitingTimes).toHaveBeenCalledTimes(3));
  expect(screen.queryByRole('heading', { name: 'Tiempos de espera' })).toBeNull();
});
