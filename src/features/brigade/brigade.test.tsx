import '#tests/support/device/indexeddb.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import type { Permission } from '#contract/vocabulary.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { db } from '#storage/database/database.ts';
import { ensureDeviceId } from '#storage/device/device-identity.ts';
import { savePreparedBrigade, type PreparedBrigade } from '#storage/device/brigade.ts';
import { Rejected, Unreachable } from '#sync/requests/api-request.ts';
import {
  BEA_ID,
  BRANCH_ID,
  confirmNewEntry,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { BrigadePage } from './preparation/brigade-page.tsx';
import { BrigadeClosingPage } from './closing/closing-page.tsx';
import { BrigadeCountsLine } from './counts/counts-line.tsx';

const mocks = vi.hoisted(() => ({
  fetchExpectedLists: vi.fn<(filter: unknown) => Promise<unknown>>(),
  fetchExpectedPeople: vi.fn<(id: string, filter: unknown) => Promise<unknown>>(),
  fetchUnsentDevices: vi.fn<() => Promise<unknown>>(),
  prepareForBrigade: vi.fn<(account: unknown, list: unknown) => Promise<unknown>>(),
  refreshBrigadeData: vi.fn<() => Promise<unknown>>(),
}));
vi.mock('#sync/expected/expected-lists.ts', () => ({
  fetchExpectedLists: mocks.fetchExpectedLists,
  fetchExpectedPeople: mocks.fetchExpectedPeople,
}));
vi.mock('#sync/administration/devices.ts', () => ({ fetchUnsentDevices: mocks.fetchUnsentDevices }));
vi.mock('#sync/brigade/preparation.ts', async (original) => ({
  ...(await original<object>()),
  prepareForBrigade: mocks.prepareForBrigade,
  refreshBrigadeData: mocks.refreshBrigadeData,
}));

const LIST_ID = '44444444-4444-4444-8444-444444444444';
const TODAY = bogotaDay(Date.now());
const BRIGADE: PreparedBrigade = {
  branchId: BRANCH_ID,
  listId: LIST_ID,
  place: 'Mina Norte',
  day: TODAY,
  preparedAt: Date.parse('2026-11-30T23:40:00Z'),
};

const createList = (patch: Partial<ExpectedList> = {}): ExpectedList => ({
  id: LIST_ID,
  company: { id: '33333333-3333-4333-8333-333333333333', name: 'Flores Demo', code: 'FLO' },
  day: TODAY,
  brigade: 'Mina Norte',
  status: { state: 'open' },
  created_at: '2026-11-30T20:00:00Z',
  created_by: 'Ana',
  counts: { expected: 170, arrived: 1, registered: 29, no_show: 0, cancelled: 3 },
  repeated: 1,
  ...patch,
});

const renderPage = (actions: Permission[] = ['register_patients'], path = '/brigade') =>
  renderReadScreen(<BrigadePage account={createAccount(actions)} />, '/brigade', path);
const renderClosing = (actions: Permission[] = ['register_patients']) =>
  renderReadScreen(<BrigadeClosingPage account={createAccount(actions)} />, '/brigade/close');

const findRow = async (label: string) => {
  const strong = await screen.findByText(label, { selector: 'strong' });
  return strong.closest('li')?.textContent ?? '';
};

function stubBrowser(): void {
  Object.defineProperty(navigator, 'storage', {
    value: { estimate: () => Promise.resolve({ usage: 1_000_000, quota: 20_000_000_000 }) },
    configurable: true,
  });
  const battery = Object.assign(new EventTarget(), { level: 0.4, charging: false });
  Object.defineProperty(navigator, 'getBattery', {
    value: () => Promise.resolve(battery),
    configurable: true,
  });
}

beforeEach(async () => {
  vi.clearAllMocks();
  stubBrowser();
  await wipeDevice();
  await signInOnDevice();
  mocks.fetchExpectedPeople.mockResolvedValue({ list: createList(), items: [], total_count: 203 });
  mocks.fetchUnsentDevices.mockResolvedValue([]);
});

describe('page /brigade', () => {
  it('P11.72 prepares the device for the list that the address names', async () => {
    const other = createList({ id: '55555555-5555-4555-8555-555555555555', brigade: null });
    mocks.fetchExpectedLists.mockResolvedValue({ items: [other, createList()], total_count: 2 });
    mocks.prepareForBrigade.mockResolvedValue({ type: 'not_fetched', error: new Unreachable('no_answer') });
    renderPage(['register_patients'], `/brigade?list=${LIST_ID}&day=${TODAY}`);
    await screen.findByDisplayValue('Mina Norte · Flores Demo (200 personas)');
    await userEvent.click(screen.getByRole('button', { name: 'Preparar este dispositivo' }));
    expect(mocks.prepareForBrigade).toHaveBeenCalledWith(expect.anything(), createList());
  });

  it('P11.72 offers no cancelled list', async () => {
    const cancelled = createList({ status: { state: 'cancelled', at: '2026-11-30T20:00:00Z', by: 'Ana' } });
    mocks.fetchExpectedLists.mockResolvedValue({ items: [cancelled], total_count: 1 });
    renderPage();
    expect(await screen.findByText('No hay listas de citados ese día.')).toBeTruthy();
    const prepare = screen.getByRole<HTMLButtonElement>('button', { name: 'Preparar este dispositivo' });
    expect(prepare.disabled).toBe(true);
  });

  it('P11.72 a user without the permission sees which one is missing', async () => {
    renderPage(['manage_evaluations']);
    expect(await screen.findByText('No tienes permiso para preparar una brigada.')).toBeTruthy();
  });

  it('P11.73 shows what is missing and what to do, from the device alone', async () => {
    await savePreparedBrigade(BRIGADE);
    await confirmNewEntry('9999000017');
    renderPage();
    expect(await findRow('Personas citadas')).toContain('Con red, toca «Actualizar ahora».');
    expect(await findRow('Batería')).toContain('40 %. Conéctala a la corriente.');
    expect(await findRow('Por enviar')).toContain('1 registro de todos.');
    expect(await findRow('Reloj')).toContain('Todavía no se comparó con el del servidor.');
    expect(await findRow('Espacio')).toContain('Listo');
    expect(screen.getByText(/^Faltan \d cosas para la brigada\.$/)).toBeTruthy();
    expect(screen.getByText(/Descargado del servidor el 30\/11\/2026 18:40\.$/)).toBeTruthy();
    expect(mocks.fetchExpectedLists).not.toHaveBeenCalled();
  });

  it('P11.74 shows which users can work without network, without the names of others', async () => {
    await savePreparedBrigade(BRIGADE);
    const user = { branchId: BRANCH_ID, sealedFacts: new ArrayBuffer(8), wrong: 0, blockedUntil: 0 };
    const people = { branchId: BRANCH_ID, kind: 'expected', evaluationId: null, sealed: new ArrayBuffer(8) };
    for (const userId of [createAccount([]).userId, BEA_ID, 'third'])
      await db.deviceKeys.put({ ...user, id: userId, userId } as never);
    for (const ownerId of [createAccount([]).userId, BEA_ID])
      await db.cache.put({
        ...people,
        key: `${ownerId}:${BRANCH_ID}:expected:${TODAY}`,
        ownerId,
        fetchedAt: Date.parse('2026-11-30T23:40:00Z'),
      } as never);
    renderPage();
    const ready = 'Listo para trabajar sin conexión, con datos del 30/11/2026 18:40.';
    expect(await findRow('Ana (tú)')).toContain(ready);
    expect(await findRow('Otra persona')).toContain(ready);
    expect(screen.getByText(/^Otra persona usó este dispositivo y no está lista\./)).toBeTruthy();
  });

  it('P11.74 tells a user what is missing to work without network', async () => {
    await savePreparedBrigade(BRIGADE);
    renderPage();
    expect(await findRow('Ana (tú)')).toContain('Cierra sesión y entra de nuevo con tu contraseña, con red.');
  });

  it('P11.73 says why the data were not fetched', async () => {
    await savePreparedBrigade(BRIGADE);
    mocks.refreshBrigadeData.mockResolvedValue({ type: 'not_fetched', error: new Unreachable('no_answer') });
    renderPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Actualizar ahora' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^No se descargó todo\. ./);
  });
});

describe('BrigadeCountsLine', () => {
  it('P11.75 shows the counts of the day', async () => {
    await confirmNewEntry('9999000017');
    renderReadScreen(<BrigadeCountsLine ownerId={createAccount([]).userId} brigade={BRIGADE} />, '/');
    const line = await screen.findByRole('link', { name: 'Mina Norte' });
    expect(line.parentElement?.textContent).toMatch(/1 registrada en este dispositivo\s·\s1 por enviar/);
  });
});

describe('page /brigade/close', () => {
  beforeEach(() => savePreparedBrigade(BRIGADE));

  it('P11.76 names what is unsent, offers handover and rescue file, and does not end the brigade', async () => {
    await confirmNewEntry('9999000017');
    renderClosing();
    expect(await screen.findByText('En este dispositivo hay 1 registro por enviar.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ver y entregar pendientes' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Guardar copia de rescate' })).toBeTruthy();
    const end = screen.getByRole<HTMLButtonElement>('button', { name: /^Terminar la brigada/ });
    expect(end.disabled).toBe(true);
  });

  it('P11.76 shows the numbers of the server and «Todo llegó» when no device of the branch has entries', async () => {
    renderClosing();
    expect(await screen.findByText('Todo llegó.')).toBeTruthy();
    const server = within(screen.getByRole('region', { name: 'En el servidor' }));
    const figures = [...server.getAllByRole('term')].map(
      (term) => `${term.textContent} ${term.nextElementSibling?.textContent}`,
    );
    expect(figures).toEqual([
      'Citadas 200',
      'Registradas 29',
      'Llegaron sin registrar 1',
      'No han llegado 170',
      'Repetidas por revisar 1',
    ]);
    expect(server.getByRole('link', { name: 'Revisar las repetidas' }).getAttribute('href')).toBe(
      `/expected/${LIST_ID}`,
    );
  });

  it('P11.76 without network the page does not claim that everything arrived', async () => {
    mocks.fetchExpectedPeople.mockRejectedValue(new Unreachable('no_answer'));
    renderClosing();
    expect(await screen.findByText('En este dispositivo no queda nada por enviar.')).toBeTruthy();
    expect(screen.queryByText(/llegó\.$/)).toBeNull();
  });

  it('P11.76 other devices of the branch that have entries are named, without this one', async () => {
    const device = { unsent: 4, last_seen_at: new Date().toISOString() };
    const own = { ...device, id: await ensureDeviceId(), name: 'Tableta 1' };
    const other = { ...device, id: crypto.randomUUID(), name: 'Tableta 2' };
    mocks.fetchUnsentDevices.mockResolvedValue([own, other]);
    renderClosing();
    expect(await screen.findByText('Otro dispositivo de la sede tiene registros por enviar.')).toBeTruthy();
    expect(screen.getByText('Tableta 2').closest('li')?.textContent).toContain('4 registros por enviar');
    expect(screen.queryByText('Tableta 1')).toBeNull();
  });

  it('P11.76 the page does not say «Todo llegó» when the reports of other devices could not be read', async () => {
    mocks.fetchUnsentDevices.mockRejectedValue(new Unreachable('no_answer'));
    renderClosing();
    expect(await screen.findByText('Registradas')).toBeTruthy();
    expect(await screen.findByText('En este dispositivo no queda nada por enviar.')).toBeTruthy();
  });

  it('P11.76 a server without the reports of other devices leaves open what they have', async () => {
    const error = new Rejected({ status: 404, code: 'call_unknown', message: '', details: [] });
    mocks.fetchUnsentDevices.mockRejectedValue(error);
    renderClosing();
    expect(await screen.findByText('Todo lo de este dispositivo llegó.')).toBeTruthy();
  });

  it('P11.74 ends the brigade after a prompt', async () => {
    renderClosing();
    await userEvent.click(await screen.findByRole('button', { name: /^Terminar la brigada/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Terminar' }));
    expect(await screen.findByText('/device')).toBeTruthy();
    expect(await db.device.get('brigade')).toBeUndefined();
  });

  it('P11.76 a device that is not prepared offers the preparation', async () => {
    await db.device.delete('brigade');
    renderClosing();
    expect(
      await screen.findByText('Este dispositivo no está preparado para una brigada de tu sede.'),
    ).toBeTruthy();
  });
});
