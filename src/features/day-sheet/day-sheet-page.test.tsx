import '#tests/support/device/indexeddb.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bogotaDay } from '#domain/time/clock.ts';
import { addCalendarDays } from '#domain/time/shift.ts';
import { db } from '#storage/database/database.ts';
import { discardOutboxEntry } from '#storage/outbox/entry-actions.ts';
import {
  ANA_ID,
  BEA_ID,
  confirmNewEntry,
  deliverNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { DaySheetPage } from './day-sheet-page.tsx';

const TODAY = bogotaDay(Date.now());
const YESTERDAY = addCalendarDays(TODAY, -1);
const bogotaTime = (date: string, time: string) => Date.parse(`${date}T${time}-05:00`);
const renderDaySheetPage = (path = '/ledger') =>
  renderReadScreen(<DaySheetPage account={createAccount(['register_patients'])} />, '/ledger', path);
const shownPath = () => screen.getByTestId('where').textContent;
const findTableCellTexts = async () => {
  const [, ...rows] = await screen.findAllByRole('row');
  return rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  );
};

async function storeDeliveredRegistration(number: string, capturedAt: number): Promise<string> {
  const remoteId = crypto.randomUUID();
  await confirmNewEntry(number, { capturedAt });
  await deliverNextItem(remoteId);
  await deliverNextItem();
  await deliverNextItem();
  return remoteId;
}

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

it('P10.323 the day sheet shows a column of queue numbers only when at least one number was assigned', async () => {
  const numbered = await confirmNewEntry('9999000017', { capturedAt: bogotaTime(TODAY, '07:12:00') });
  await confirmNewEntry('9999000025', { capturedAt: bogotaTime(TODAY, '07:20:00') });
  const view = renderDaySheetPage();
  await findTableCellTexts();
  expect(screen.queryByRole('columnheader', { name: 'Turno' })).toBeNull();
  view.unmount();
  await db.entries.update(numbered, { turn: 'B-14' });
  renderDaySheetPage();
  expect((await findTableCellTexts()).map(([, , turn]) => turn)).toEqual(['B-14', '—']);
  expect(screen.getByRole('columnheader', { name: 'Turno' })).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'Jornada' })).toBeTruthy();
});

describe('S22 /ledger', () => {
  it("the day sheet numbers the day's registrations beginning with the oldest, and shows the outcome of each", async () => {
    const evaluationId = await storeDeliveredRegistration('9999000017', bogotaTime(TODAY, '07:12:00'));
    await confirmNewEntry('9999000025', { capturedAt: bogotaTime(TODAY, '07:20:00') });
    renderDaySheetPage();
    expect(await findTableCellTexts()).toEqual([
      [
        '1',
        '07:12',
        'CC 9999000017',
        'Zoraida Quiñones',
        'Ingreso',
        'Flores',
        expect.stringMatching(
          new RegExp(`^Confirmada${evaluationId.slice(0, 8).toUpperCase()} · \\d\\d:\\d\\d$`),
        ) as string,
      ],
      ['2', '07:20', 'CC 9999000025', 'Zoraida Quiñones', 'Ingreso', 'Flores', 'Por enviar'],
    ]);
    expect(screen.getAllByText(/^2 registradas, 1 confirmada/)).not.toHaveLength(0);
    expect(screen.getByText('1 no está confirmada: 1 por enviar.')).toBeTruthy();
  });

  it('the day sheet updates when the outbox changes', async () => {
    const entryId = await confirmNewEntry('1', { capturedAt: bogotaTime(TODAY, '07:00:00') });
    renderDaySheetPage();
    await screen.findByText('Por enviar');
    await discardOutboxEntry(ANA_ID, entryId, Date.now());
    expect(await screen.findByText('Descartada')).toBeTruthy();
    expect(screen.getByText('1 no está confirmada: 1 se descartó.')).toBeTruthy();
  });

  it('the day sheet shows the chosen day and shift, and stores both in the address', async () => {
    await storeDeliveredRegistration('1', bogotaTime(YESTERDAY, '15:00:00'));
    renderDaySheetPage();
    await screen.findByText('No registraste nada ese día en este dispositivo.');
    await userEvent.click(screen.getByRole('button', { name: 'Día anterior' }));
    expect(await screen.findAllByText('1 registrada, 1 confirmada.')).not.toHaveLength(0);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Día anterior' }).disabled).toBe(true);
    await userEvent.click(screen.getByRole('combobox', { name: 'Jornada' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Mañana 06–14' }));
    expect(await screen.findByText('No registraste nada en esa jornada en este dispositivo.')).toBeTruthy();
    expect(shownPath()).toBe(`/ledger?day=${YESTERDAY}&shift=morning`);
  });

  it('S14 the day sheet shows the registering users only when it contains entries that were handed over', async () => {
    await confirmNewEntry('1', { capturedAt: bogotaTime(TODAY, '07:00:00') });
    const { unmount } = renderDaySheetPage();
    await screen.findByText('Por enviar');
    expect(screen.queryByRole('columnheader', { name: 'Registrada por' })).toBeNull();
    unmount();
    await db.entries.toCollection().modify({ capturedBy: BEA_ID });
    renderDaySheetPage();
    expect((await findTableCellTexts())[0]).toContain('Otra persona');
    expect(screen.getByRole('columnheader', { name: 'Registrada por' })).toBeTruthy();
  });

  it('D5 the title of the printed day sheet contains no names of patients', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    await storeDeliveredRegistration('1', bogotaTime(TODAY, '07:00:00'));
    renderDaySheetPage();
    await screen.findByText('Confirmada');
    await userEvent.click(screen.getByRole('button', { name: 'Imprimir planilla' }));
    expect(print).toHaveBeenCalledOnce();
    expect(document.title).toBe('Planilla del día · Ventanilla');
    vi.unstubAllGlobals();
  });

  it('the print button is disabled when nothing was registered', async () => {
    renderDaySheetPage();
    await screen.findByText('No registraste nada ese día en este dispositivo.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Imprimir planilla' }).disabled).toBe(true);
  });
});
