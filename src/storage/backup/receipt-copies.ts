import { bogotaDay } from '#domain/time/clock.ts';
import { dateAfter, shiftSpan } from '#domain/time/shift.ts';
import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';
import type { ReceiptRow } from '../database/records.ts';
import { unpackRows } from './copy-format.ts';
import { followUntilAlike, isReceipts, noteFailure, receiptsAddressOf, type Known } from './copy-cache.ts';

/** Shifts that somebody may still ask about, by the day of the capture; the device itself keeps all (S22). */
const DAYS_KEPT = 7;

/** From a week ago to tomorrow, Bogotá: a night belongs to the day on which it begins. */
function daysKept(): string[] {
  const today = bogotaDay(Date.now());
  return Array.from({ length: DAYS_KEPT + 2 }, (_, nth) => dateAfter(today, nth - DAYS_KEPT));
}

/** By the index, owner after owner: a year's receipts are not read. */
async function readDay(day: string): Promise<ReceiptRow[]> {
  const { start, end } = shiftSpan(day, 'day');
  const owners = (await db.receipts.orderBy('ownerId').uniqueKeys()) as string[];
  const rows = await Promise.all(
    owners.map((ownerId) =>
      db.receipts
        .where('[ownerId+capturedAt]')
        .between([ownerId, start], [ownerId, end], true, false)
        .toArray(),
    ),
  );
  return rows.flat();
}

/**
 * Other receipts, or one that stands otherwise, are another version. A database without an id is not this device's yet: what
 * it does not have may come back.
 */
const readCopied = (day: string): Promise<Known<{ rows: ReceiptRow[]; version: string }>> =>
  db.transaction('r', [db.device, db.receipts], async () => {
    if (!(await readDeviceRow('identity'))) return 'unknown';
    const rows = await readDay(day);
    const settled = rows.reduce((sum, { settledAt }) => sum + settledAt, 0);
    return rows.length === 0 ? 'left' : { rows, version: `${rows.length} ${settled}` };
  });

/**
 * S25: makes the copies of the week's receipts what the database says, a file a day. `capturedAt`: only of that one's
 * day. Older ones go; one of a later day than tomorrow is kept, as the clock may be wrong.
 */
export async function followReceipts(cache: Cache, capturedAt?: number): Promise<void> {
  const kept = daysKept();
  const days = capturedAt === undefined ? kept : kept.filter((day) => day === bogotaDay(capturedAt));
  for (const day of days) {
    const readRows = () => readCopied(day);
    await followUntilAlike(cache, { address: receiptsAddressOf(day), readRows, readVersion: readRows });
  }
  const oldest = receiptsAddressOf(kept[0] ?? '');
  for (const request of (await cache.keys()).filter(isReceipts))
    if (new URL(request.url).pathname < oldest) await cache.delete(request);
}

/** All that the copies hold; one that is torn or refused keeps no other from being read. */
export async function readReceiptCopies(cache: Cache): Promise<ReceiptRow[]> {
  const found: ReceiptRow[] = [];
  for (const request of (await cache.keys()).filter(isReceipts)) {
    try {
      const copy = await cache.match(request);
      const bytes = await copy?.arrayBuffer();
      if (bytes) found.push(...(unpackRows(bytes) as ReceiptRow[]));
    } catch (error) {
      noteFailure(error);
    }
  }
  return found;
}
