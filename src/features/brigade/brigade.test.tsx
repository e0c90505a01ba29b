import '#tests/support/device/indexeddb.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Permission } from '#contract/vocabulary.ts';
import { addCalendarDays } from '#domain/time/shift.ts';
import { db } from '#storage/database/database.ts';
import { savePreparedBrigade } from '#storage/device/brigade.ts';
import { Unreachable } from '#sync/requests/api-request.ts';
import {
  BEA_ID,
  BRANCH_ID,
  confirmNewEntry,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { BRIGADE, TODAY, createBrigadeList } from '#tests/support/screens/expected/brigade.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { BrigadePage } from './preparation/brigade-page.tsx';
import { BrigadeCountsLine } from './counts/counts-line.tsx';

const mocks = vi.hoisted(() => ({
  fetchExpectedLists: vi.fn<(filter: { page: number }) => Promise<unknown>>(),
  prepareForBrigade: vi.fn<(account: unknown, list: unknown) => Promise<unknown>>(),
  refreshBrigadeData: vi.fn<() => Promise<unknown>>(),
}));
vi.mock('#sync/expected/expected-lists.ts', () => ({ fetchExpectedLists: mocks.fetchExpectedLists }));
vi.mock('#sync/brigade/preparation.ts', async (original) => ({
  ...(await original<object>()),
  prepareForBrigade: mocks.prepareForBrigade,
  refreshBrigadeData: mocks.refreshBrigadeData,
}));

const renderPage = (actions: Permission[] = ['register_patients'], path = '/brigade') =>
  renderReadScreen(<BrigadePage account={createAccount(actions)} />, '/brigade', path);
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
});

describe('page /brigade', () => {
  it('P11.72 prepares the device for the list that the address names', async () => {
    const other = createBrigadeList({ id: '55555555-5555-4555-8555-555555555555', brigade: null });
    mocks.fetchExpectedLists.mockResolvedValue({ items: [other, createBrigadeList()], total_count: 2 });
    mocks.prepareForBrigade.mockResolvedValue({ type: 'not_fetched', error: new Unreachable('no_answer') });
    renderPage(['register_patients'], `/brigade?list=${BRIGADE.listId}&day=${TODAY}`);
    await screen.findByDisplayValue('Mina Norte · Flores Demo (200 personas)');
    await userEvent.click(screen.getByRole('button', { name: 'Preparar este dispositivo' }));
    expect(mocks.prepareForBrigade).toHaveBeenCalledWith(expect.anything(), createBrigadeList());
  });

  it('P11.72 offers no cancelled list', async () => {
    const cancelled = createBrigadeList({
      status: { state: 'cancelled', at: '2026-11-30T20:00:00Z', by: 'Ana' },
    });
    mocks.fetchExpectedLists.mockResolvedValue({ items: [cancelled], total_count: 1 });
    renderPage();
    expect(await screen.findByText('No hay listas de citados ese día.')).toBeTruthy();
    const prepare = screen.getByRole<HTMLButtonElement>('button', { name: 'Preparar este dispositivo' });
    expect(prepare.disabled).toBe(true);
  });

  it('P11.72 finds the list of the address behind the first page, and takes no other one in place of a closed one', async () => {
    const other = createBrigadeList({ id: '55555555-5555-4555-8555-555555555555', brigade: 'Otra' });
    const pages = [[other], [createBrigadeList()]];
    mocks.fetchExpectedLists.mockImplementation(({ page }) =>
      Promise.resolve({ items: pages[page - 1] ?? [], total_count: 2 }),
    );
    const { unmount } = renderPage(['register_patients'], `/brigade?list=${BRIGADE.listId}&day=${TODAY}`);
    expect(await screen.findByDisplayValue(/^Mina Norte/)).toBeTruthy();
    unmount();
    pages.pop();
    renderPage(['register_patients'], `/brigade?list=${BRIGADE.listId}&day=ayer`);
    expect(await screen.findByPlaceholderText('Elige la lista')).toHaveProperty('value', '');
    expect(mocks.fetchExpectedLists).toHaveBeenLastCalledWith(expect.objectContaining({ from: TODAY }));
  });

  it('P11.72 a link to another list says for what the device is prepared, and can be cancelled', async () => {
    await savePreparedBrigade(BRIGADE);
    const other = createBrigadeList({ id: '55555555-5555-4555-8555-555555555555', brigade: 'Mina Sur' });
    mocks.fetchExpectedLists.mockResolvedValue({ items: [other], total_count: 1 });
    renderPage(['register_patients'], `/brigade?list=${other.id}&day=${TODAY}`);
    expect(await screen.findByDisplayValue(/^Mina Sur/)).toBeTruthy();
    expect(screen.getByText(/^Ahora este dispositivo está preparado para Mina Norte /)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
    expect(await screen.findByText('Lista de revisión')).toBeTruthy();
  });

  it('P11.74 another day replaces the brigade after a prompt, because others lose their people', async () => {
    await savePreparedBrigade({ ...BRIGADE, day: addCalendarDays(TODAY, 1) });
    const other = createBrigadeList({ id: '55555555-5555-4555-8555-555555555555' });
    mocks.fetchExpectedLists.mockResolvedValue({ items: [other], total_count: 1 });
    mocks.prepareForBrigade.mockResolvedValue({ type: 'not_fetched', error: null });
    renderPage(['register_patients'], `/brigade?list=${other.id}&day=${TODAY}`);
    await screen.findByDisplayValue(/^Mina Norte/);
    await userEvent.click(screen.getByRole('button', { name: 'Preparar este dispositivo' }));
    expect(mocks.prepareForBrigade).not.toHaveBeenCalled();
    await userEvent.click(await screen.findByRole('button', { name: 'Cambiar' }));
    expect(mocks.prepareForBrigade).toHaveBeenCalledWith(expect.anything(), other);
    expect((await screen.findByRole('alert')).textContent).toMatch(/^No se descargó todo\./);
  });

  it('P11.72 a device without network cannot be prepared', async () => {
    mocks.fetchExpectedLists.mockResolvedValue({ items: [createBrigadeList()], total_count: 1 });
    const account = createAccount(['register_patients'], { gate: 'offline' });
    renderReadScreen(<BrigadePage account={account} />, '/brigade');
    await screen.findByDisplayValue(/^Mina Norte/);
    expect(screen.getByText('Entraste sin conexión: los cambios necesitan red.')).toBeTruthy();
    const prepare = screen.getByRole<HTMLButtonElement>('button', { name: 'Preparar este dispositivo' });
    expect(prepare.disabled).toBe(true);
  });

  it('P11.72 a user without the permission sees which one is missing', async () => {
    renderPage(['manage_evaluations']);
    expect(await screen.findByText('No tienes permiso para preparar una brigada.')).toBeTruthy();
  });
});

describe('check list of /brigade', () => {
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
    expect(screen.getByText(/Todavía no se descargó todo del servidor\.$/)).toBeTruthy();
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
