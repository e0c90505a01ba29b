import { liveQuery } from 'dexie';
import { beforeEach, describe, expect, it } from 'vitest';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import {
  ANA_ID,
  BEA_ID,
  enqueueSampleAttachment,
  confirmNewEntry,
  deliverNextItem,
  rejectNextItem,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { shiftSpan } from '#domain/time/shift.ts';
import { db } from '../database/database.ts';
import { discardOutboxEntry } from './entry-actions.ts';
import { readEarliestCaptureTime, readDaySheet } from './day-sheet.ts';

const DAY = '2026-11-20';
const bogotaTime = (bogota: string) => Date.parse(`${DAY}T${bogota}-05:00`);
const morningSpan = shiftSpan(DAY, 'morning');
const confirmEntryAt = (number: string, time: string, ownerId = ANA_ID) =>
  confirmNewEntry(number, { ownerId, capturedAt: bogotaTime(time) });

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('S22 day sheet of a shift', () => {
  it('the day sheet lists the shift’s registrations from the outbox and from the outbox receipts, oldest first', async () => {
    await confirmEntryAt('1', '06:00:00.000');
    const remoteId = crypto.randomUUID();
    await deliverNextItem(remoteId);
    await deliverNextItem();
    await deliverNextItem();
    await confirmEntryAt('2', '13:59:59.999');
    await confirmEntryAt('0', '05:59:59.999');
    await confirmEntryAt('3', '14:00:00.000');
    const lines = await readDaySheet(ANA_ID, morningSpan);
    expect(lines.map(({ summary, state }) => [summary.identification_number, state.name])).toEqual([
      ['1', 'confirmed'],
      ['2', 'on_its_way'],
    ]);
    expect(lines[0]?.state).toMatchObject({ evaluationId: remoteId });
  });

  it('S10 the day sheet lists entries that require attention and discarded entries', async () => {
    const discarded = await confirmEntryAt('1', '07:00:00');
    await discardOutboxEntry(ANA_ID, discarded, bogotaTime('07:30:00'));
    await confirmEntryAt('2', '08:00:00');
    await rejectNextItem();
    const states = (await readDaySheet(ANA_ID, morningSpan)).map(({ state }) => state);
    expect(states).toEqual([{ name: 'discarded', at: bogotaTime('07:30:00') }, { name: 'attention' }]);
  });

  it('the day sheet lists no attachments, because an attachment registers no patient', async () => {
    await enqueueSampleAttachment({ capturedAt: bogotaTime('08:00:00') });
    expect(await readDaySheet(ANA_ID, morningSpan)).toEqual([]);
  });

  it('S14 the day sheet lists no registrations of another user', async () => {
    await signInOnDevice(BEA_ID);
    await confirmEntryAt('1', '07:00:00', BEA_ID);
    await signInOnDevice(ANA_ID);
    expect(await readDaySheet(ANA_ID, morningSpan)).toEqual([]);
    expect(await readEarliestCaptureTime(ANA_ID)).toBeNull();
  });

  it('the day sheet updates a line when its entry leaves the outbox, and the number of lines stays the same', async () => {
    const entryId = await confirmEntryAt('1', '07:00:00');
    const seen: string[][] = [];
    const subscription = liveQuery(() => readDaySheet(ANA_ID, morningSpan)).subscribe((lines) => {
      seen.push(lines.map(({ state }) => state.name));
    });
    await retryUntilPassing(() => expect(seen).toEqual([['on_its_way']]));
    await discardOutboxEntry(ANA_ID, entryId, Date.now());
    await retryUntilPassing(() => expect(seen.at(-1)).toEqual(['discarded']));
    subscription.unsubscribe();
    expect(seen.every((states) => states.length === 1)).toBe(true);
  });

  it('the day sheet reads only the receipts of its day, even if thousands exist', async () => {
    const entryId = await confirmEntryAt('1', '07:00:00');
    await discardOutboxEntry(ANA_ID, entryId, bogotaTime('07:10:00'));
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
    expect(await readDaySheet(ANA_ID, morningSpan)).toHaveLength(1);
    expect(await readEarliestCaptureTime(ANA_ID)).toBe(receipt.capturedAt - 700 * DAY_MS);
  });
});
