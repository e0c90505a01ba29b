import '#tests/support/device/indexeddb.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addCalendarDays } from '#domain/time/shift.ts';
import { recordArrival } from '#storage/cache/expected-marks.ts';
import { db } from '#storage/database/database.ts';
import { savePreparedBrigade } from '#storage/device/brigade.ts';
import { ensureDeviceId } from '#storage/device/device-identity.ts';
import { parkedDraftIdPrefix } from '#storage/drafts/parked-list.ts';
import { Rejected, Unreachable } from '#sync/requests/api-request.ts';
import {
  BEA_ID,
  BRANCH_ID,
  confirmNewEntry,
  deliverNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { BRIGADE, TODAY, createBrigadeList } from '#tests/support/screens/expected/brigade.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { BrigadeClosingPage } from './closing-page.tsx';

const mocks = vi.hoisted(() => ({
  fetchExpectedPeople: vi.fn<(id: string, filter: unknown) => Promise<unknown>>(),
  fetchUnsentDevices: vi.fn<(day: string) => Promise<unknown>>(),
}));
vi.mock('#sync/expected/expected-lists.ts', () => ({ fetchExpectedPeople: mocks.fetchExpectedPeople }));
vi.mock('#sync/administration/devices.ts', () => ({ fetchUnsentDevices: mocks.fetchUnsentDevices }));

const renderClosing = () =>
  renderReadScreen(<BrigadeClosingPage account={createAccount(['register_patients'])} />, '/brigade/close');

beforeEach(async () => {
  vi.clearAllMocks();
  await wipeDevice();
  await signInOnDevice();
  await savePreparedBrigade(BRIGADE);
  mocks.fetchExpectedPeople.mockResolvedValue({ list: createBrigadeList(), items: [], total_count: 203 });
  mocks.fetchUnsentDevices.mockResolvedValue({ items: [], silent: [] });
});

describe('page /brigade/close', () => {
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
      `/expected/${BRIGADE.listId}?state=unsettled`,
    );
  });

  it('P11.76 without network the page does not claim that everything arrived', async () => {
    mocks.fetchExpectedPeople.mockRejectedValue(new Unreachable('no_answer'));
    renderClosing();
    expect(await screen.findByText('En este dispositivo no queda nada por enviar.')).toBeTruthy();
    expect(screen.queryByText(/llegó\.$/)).toBeNull();
  });

  it('P11.76 before its day, the page does not claim that everything arrived', async () => {
    await savePreparedBrigade({ ...BRIGADE, day: addCalendarDays(TODAY, 1) });
    renderClosing();
    expect(await screen.findByText('La brigada todavía no ha comenzado.')).toBeTruthy();
    expect(await screen.findByText('Registradas')).toBeTruthy();
    expect(screen.queryByText(/llegó\.$/)).toBeNull();
  });

  it('P11.76 names what other users of this device have left, without calling arrivals registrations', async () => {
    const place = { branchId: BRANCH_ID, day: TODAY };
    await recordArrival({ ...place, ownerId: BEA_ID, personId: 'p1', at: 1 }, 1);
    renderClosing();
    expect(await screen.findByText('En este dispositivo hay 1 llegada por avisar.')).toBeTruthy();
    expect(screen.queryByText(/copia de rescate/)).toBeNull();
    const parked = { ownerId: BEA_ID, updatedAt: 1, sealedContent: null, photo: null, signature: null };
    await db.drafts.put({ ...parked, id: `${parkedDraftIdPrefix(BEA_ID)}1` } as never);
    expect(
      await screen.findByText(
        'En este dispositivo hay 1 llegada por avisar y 1 persona en espera de otro usuario.',
      ),
    ).toBeTruthy();
    const end = screen.getByRole<HTMLButtonElement>('button', { name: /^Terminar la brigada/ });
    expect(end.disabled).toBe(true);
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

describe('other devices on /brigade/close', () => {
  it('P11.76 other devices of the branch that have entries are named, without this one', async () => {
    const device = { unsent: 4, last_seen_at: new Date().toISOString() };
    const own = { ...device, id: await ensureDeviceId(), name: 'Tableta 1' };
    const other = { ...device, id: crypto.randomUUID(), name: 'Tableta 2' };
    mocks.fetchUnsentDevices.mockResolvedValue({ items: [own, other], silent: [] });
    renderClosing();
    expect(await screen.findByText('Otro dispositivo de la sede tiene registros por enviar.')).toBeTruthy();
    expect(screen.getByText('Tableta 2').closest('li')?.textContent).toContain('4 registros por enviar');
    expect(screen.queryByText('Tableta 1')).toBeNull();
  });

  it('P11.76 does not say «Todo llegó» while another device may hold registrations, and names it', async () => {
    const device = { unsent: 0, last_seen_at: new Date(Date.now() - 3 * 60 * 60_000).toISOString() };
    const own = { ...device, id: await ensureDeviceId(), name: 'Tableta 1' };
    const other = { ...device, id: crypto.randomUUID(), name: 'Tableta 3' };
    mocks.fetchUnsentDevices.mockResolvedValue({ items: [], silent: [own, other] });
    renderClosing();
    expect(await screen.findByText('Falta saber de otro dispositivo de la sede.')).toBeTruthy();
    expect(screen.getByText('Tableta 3').closest('li')?.textContent).toContain('Última señal hace 3 h');
    expect(screen.queryByText('Tableta 1')).toBeNull();
    expect(screen.queryByText('Todo llegó.')).toBeNull();
    expect(mocks.fetchUnsentDevices).toHaveBeenCalledWith(TODAY);
  });

  it('P11.76 does not say «Todo llegó» from reports that were read before this device had sent everything', async () => {
    await confirmNewEntry('9999000017');
    renderClosing();
    expect(await screen.findByText('Ninguno tiene pendientes, según su última señal.')).toBeTruthy();
    mocks.fetchUnsentDevices.mockReturnValue(new Promise(() => undefined));
    const counts = { expected: 160, arrived: 0, registered: 40, no_show: 0, cancelled: 3 };
    mocks.fetchExpectedPeople.mockResolvedValue({ list: createBrigadeList({ counts }) });
    for (let nth = 0; nth < 3; nth += 1) await deliverNextItem();
    expect(await screen.findByText('40')).toBeTruthy();
    expect(screen.getByText('En este dispositivo no queda nada por enviar.')).toBeTruthy();
  });

  it('P11.76 a server that does not name silent devices leaves open what they have', async () => {
    mocks.fetchUnsentDevices.mockResolvedValue({ items: [] });
    renderClosing();
    expect(await screen.findByText('Todo lo de este dispositivo llegó.')).toBeTruthy();
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
});

describe('entries of another user', () => {
  it('P11.76 the page tells that this user has to sign in to send them', async () => {
    await confirmNewEntry('9999000017');
    await db.entries.toCollection().modify({ ownerId: BEA_ID });
    renderClosing();
    expect(await screen.findByText(/Quien registró lo que falta entra aquí con red/)).toBeTruthy();
    expect(screen.queryByText(/Conéctalo a una red/)).toBeNull();
  });
});
