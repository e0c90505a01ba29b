import { liveQuery } from 'dexie';
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '#tests/support/base/eventually.ts';
import {
  ANA,
  BEA,
  attachedEntry,
  confirmedEntry,
  deliverNext,
  rejectItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { shiftSpan } from '#domain/time/shift.ts';
import { db } from '../database/database.ts';
import { removeOutboxEntry } from './entry-actions.ts';
import { readDaySheetStart, readDaySheet } from './day-sheet.ts';

const DAY = '2026-11-20';
const bogotaTime = (bogota: string) => Date.parse(`${DAY}T${bogota}-05:00`);
const morning = shiftSpan(DAY, 'morning');
const confirmAt = (number: string, time: string, ownerId = ANA) =>
  confirmedEntry(number, { ownerId, capturedAt: bogotaTime(time) });

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA);
});

describe('S22 day sheet of a shift', () => {
  it('the day sheet lists the shift’s registrations from the outbox and from the outbox receipts, oldest first', async () => {
    await confirmAt('1', '06:00:00.000');
    const remoteId = crypto.randomUUID();
    await deliverNext(remoteId);
    await deliverNext();
    await deliverNext();
    await confirmAt('2', '13:59:59.999');
    await confirmAt('0', '05:59:59.999');
    await confirmAt('3', '14:00:00.000');
    const lines = await readDaySheet(ANA, morning);
    expect(lines.map(({ summary, state }) => [summary.identification_number, state.name])).toEqual([
      ['1', 'confirmed'],
      ['2', 'on_its_way'],
    ]);
    expect(lines[0]?.state).toMatchObject({ evaluationId: remoteId });
  });

  it('S10 the day sheet lists entries that require attention and discarded entries', async () => {
    const discarded = await confirmAt('1', '07:00:00');
    await removeOutboxEntry(ANA, discarded, bogotaTime('07:30:00'));
    await confirmAt('2', '08:00:00');
    await rejectItem();
    const states = (await readDaySheet(ANA, morning)).map(({ state }) => state);
    expect(states).toEqual([{ name: 'discarded', at: bogotaTime('07:30:00') }, { name: 'attention' }]);
  });

  it('the day sheet lists no attachments, because an attachment registers no patient', async () => {
    await attachedEntry({ capturedAt: bogotaTime('08:00:00') });
    expect(await readDaySheet(ANA, morning)).toEqual([]);
  });

  it('S14 the day sheet lists no registrations of another user', async () => {
    await signInOnDevice(BEA);
    await confirmAt('1', '07:00:00', BEA);
    await signInOnDevice(ANA);
    expect(await readDaySheet(ANA, morning)).toEqual([]);
    expect(await readDaySheetStart(ANA)).toBeNull();
  });

  it('the day sheet updates a line when its entry leaves the outbox, and the number of lines stays the same', async () => {
    const entryId = await confirmAt('1', '07:00:00');
    const seen: string[][] = [];
    const subscription = liveQuery(() => readDaySheet(ANA, morning)).subscribe((lines) => {
      seen.push(lines.map(({ state }) => state.name));
    });
    await eventually(() => expect(seen).toEqual([['on_its_way']]));
    await removeOutboxEntry(ANA, entryId, Date.now());
    await eventually(() => expect(seen.at(-1)).toEqual(['discarded']));
    subscription.unsubscribe();
    expect(seen.every((states) => states.length === 1)).toBe(true);
  });

  it('the day sheet reads only the receipts of its day, even if thousands exist', async () => {
    const entryId = await confirmAt('1', '07:00:00');
    await removeOutboxEntry(ANA, entryId, bogotaTime('07:10:00'));
    const receipt = await db.receipts.get(entryId);
    if (!receipt) throw new Error('no receipt');
    const DAY_MS = 24 * 60 * 60_000;
    await db.receipts.bulkAdd(
      Array.from({ length: 2_000 }, (_, index) => ({
        ...receipt,
        id: crypto.randomUUID(),
        capturedAt: receipt.capturedAt - DAY_MS * (1 + (index % 700)),
      })),
    );
    expect(await readDaySheet(ANA, morning)).toHaveLength(1);
    expect(await readDaySheetStart(ANA)).toBe(receipt.capturedAt - 700 * DAY_MS);
  });
});
