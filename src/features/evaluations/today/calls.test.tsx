import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EvaluationStatus } from '#contract/vocabulary.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { toEvaluationListItem, sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { TodayPage } from './today-page.tsx';

const mocks = vi.hoisted(() => ({
  fetchCallOptions: vi.fn(),
  readCachedCallOptions: vi.fn(),
  callPatient: vi.fn(),
  saveRoom: vi.fn(),
  readRoom: vi.fn(),
  link: { name: 'up' },
}));
vi.mock('dexie-react-hooks', async () => ({
  useLiveQuery: (await import('#tests/support/screens/rendering/render-read-screen.tsx')).useQueryOnChange,
}));
vi.mock('#sync/reads/call-options.ts', () => mocks);
vi.mock('#sync/changes/call-patient.ts', () => mocks);
vi.mock('#sync/changes/on-device-aside.ts', () => mocks);
vi.mock('#storage/device/room.ts', () => mocks);
vi.mock('#sync/reads/evaluations/evaluations.ts', () => ({
  fetchEvaluationList: (_reader: unknown, { filters }: { filters: { statuses: EvaluationStatus[] } }) => {
    const status = filters.statuses[0] ?? 'pendiente';
    const items = status === 'cerrada' ? [] : [createItem(1, status, 'B-4'), createItem(2, status, null)];
    return Promise.resolve({ items, total: items.length, fetchedAt: Date.now(), source: 'provider' });
  },
  buildEvaluationListFromCache: () => Promise.resolve(null),
  readCachedEvaluationList: () => Promise.resolve(null),
}));
vi.mock('#sync/reads/evaluations/listed-photo.ts', () => ({ readCachedPhoto: () => Promise.resolve(null) }));
vi.mock('#sync/changes/clinical.ts', () => ({ fetchSigningRules: () => Promise.resolve(null) }));
vi.mock('#sync/reads/evaluations/prefetch.ts', () => ({
  prefetchIfAnyUncached: () => Promise.resolve('not_due'),
}));
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve(mocks.link),
}));
vi.mock('#storage/drafts/clinical-drafts.ts', () => ({ listUnsavedEvaluations: async () => new Set() }));
vi.mock('#storage/outbox/entries.ts', () => ({ countOutboxReceipts: () => Promise.resolve(0) }));

const NOW = new Date('2026-03-10T10:42:00-05:00');
const createItem = (nth: number, status: EvaluationStatus, turn: string | null) => ({
  ...toEvaluationListItem(
    sampleEvaluation(nth, { status, started_at: new Date(Date.now() - nth * 60_000).toISOString() }),
  ),
  turn,
});
const renderToday = (query = '') =>
  renderReadScreen(
    <TodayPage account={createAccount(['manage_evaluations'])} />,
    '/evaluations/today',
    `/evaluations/today${query}`,
  );
const findButton = (name: string | RegExp) => screen.findByRole('button', { name });

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  mocks.link = { name: 'up' };
  mocks.readRoom.mockResolvedValue('Consultorio 2');
  mocks.saveRoom.mockResolvedValue(undefined);
  mocks.readCachedCallOptions.mockResolvedValue(null);
  mocks.fetchCallOptions.mockResolvedValue({ has_boards: true, shows_names: false });
  mocks.callPatient.mockResolvedValue({
    type: 'saved',
    body: { called_at: NOW.toISOString() },
    etag: null,
  });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each(['', '?status=en_proceso'])(
  "P10.396 the call button of a row of today's list calls the queue number to the device's room, and can repeat the call (%s)",
  async (query) => {
    renderToday(query);
    await userEvent.click(await findButton('Llamar B-4 · Consultorio 2'));
    expect(mocks.callPatient).toHaveBeenCalledExactlyOnceWith(sampleEvaluation(1).id, 'Consultorio 2');
    expect(await screen.findByText('Llamado 10:42')).toBeTruthy();
    await userEvent.click(await findButton('Llamar otra vez B-4 · Consultorio 2'));
    expect(mocks.callPatient).toHaveBeenCalledTimes(2);
    expect(await findButton(/^Llamar a Zoraida .* · Consultorio 2$/)).toBeTruthy();
  },
);

it('P10.396 when the device has no room, the call button asks for the room, and the device stores the room', async () => {
  mocks.readRoom.mockResolvedValue('');
  renderToday();
  await userEvent.click(await findButton('Llamar B-4'));
  expect(mocks.callPatient).not.toHaveBeenCalled();
  const field = await screen.findByLabelText('Tu consultorio');
  expect(document.activeElement).toBe(field);
  expect(screen.getByText('Escribe tu consultorio para llamar.')).toBeTruthy();
  await enterText(field, ' Consultorio 3 ');
  await userEvent.tab();
  expect(mocks.saveRoom).toHaveBeenCalledExactlyOnceWith('Consultorio 3');
  await userEvent.click(await findButton('Llamar B-4 · Consultorio 3'));
  expect(mocks.callPatient).toHaveBeenCalledExactlyOnceWith(sampleEvaluation(1).id, 'Consultorio 3');
});

it('P10.396 without network the call button says that a call needs the server, and sends nothing', async () => {
  mocks.link = { name: 'down' };
  mocks.readCachedCallOptions.mockResolvedValue({ has_boards: true, shows_names: false });
  renderToday();
  await userEvent.click(await findButton('Llamar B-4 · Consultorio 2'));
  expect(await screen.findByText('Para llamar se necesita conexión con el servidor.')).toBeTruthy();
  expect(mocks.callPatient).not.toHaveBeenCalled();
});

it("P10.396 when the server rejects a call, today's list shows the server's reason and keeps the call button", async () => {
  const message = 'No tiene turno de hoy y las pantallas de la sede muestran solo turnos.';
  const refusal = { status: 409, code: 'requirements_missing', message, details: [] };
  mocks.callPatient.mockResolvedValue({ type: 'refused', refusal });
  renderToday();
  await userEvent.click(await findButton('Llamar B-4 · Consultorio 2'));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(await findButton('Llamar B-4 · Consultorio 2')).toBeTruthy();
});

it("P10.396 today's list has no call button when the branch has no board", async () => {
  mocks.fetchCallOptions.mockResolvedValue({ has_boards: false, shows_names: false });
  renderToday();
  await screen.findByRole('list', { name: 'Personas de hoy' });
  await waitFor(() => expect(mocks.fetchCallOptions).toHaveBeenCalled());
  expect(screen.queryByRole('button', { name: /^Llamar/ })).toBeNull();
  expect(screen.queryByLabelText('Tu consultorio')).toBeNull();
});
