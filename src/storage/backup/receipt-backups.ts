import { bogotaDay } from '#domain/time/clock.ts';
import { addCalendarDays, shiftSpan } from '#domain/time/shift.ts';
import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';
import type { OutboxReceiptRow } from '../database/records.ts';
import {
  syncBackupWithDatabase,
  isReceiptPartOfDay,
  isReceiptBackup,
  newReceiptPartPath,
  receiptBackupPath,
  type DatabaseRowState,
} from './backup-cache.ts';
import { loadRestoreCode } from './load-restoring.ts';

/** Number of past days, by capture, whose receipts are backed up. The device itself keeps all receipts (S22). */
const RECEIPT_BACKUP_DAYS = 7;

/** Returns the days from a week ago to tomorrow in Bogotá time; a night shift belongs to the day on which it begins. */
function listBackupDays(): string[] {
  const today = bogotaDay(Date.now());
  return Array.from({ length: RECEIPT_BACKUP_DAYS + 2 }, (_, nth) =>
    addCalendarDays(today, nth - RECEIPT_BACKUP_DAYS),
  );
}

/** Returns the receipts of a day. Reads them by an index for each owner, so that a year's receipts are not loaded. */
async function readReceiptsOfDay(day: string): Promise<OutboxReceiptRow[]> {
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

type VersionedReceipts = DatabaseRowState<{ rows: OutboxReceiptRow[]; version: string }>;

/**
 * Reads receipts with their version, which changes with their number and times. Returns `unknown` if the database has no device
 * id, because its receipts may not be restored yet.
 */
const readVersionedReceipts = (read: () => Promise<OutboxReceiptRow[]>): Promise<VersionedReceipts> =>
  db.transaction('r', [db.device, db.receipts], async () => {
    if (!(await readDeviceRow('identity'))) return 'unknown';
    const rows = await read();
    const settled = rows.reduce((sum, { settledAt }) => sum + settledAt, 0);
    return rows.length === 0 ? 'left' : { rows, version: `${rows.length} ${settled}` };
  });

const updateReceiptBackup = (
  cache: Cache,
  address: string,
  read: () => Promise<OutboxReceiptRow[]>,
): Promise<boolean> => {
  const readRows = () => readVersionedReceipts(read);
  return syncBackupWithDatabase(cache, { address, readRows, readVersion: readRows });
};

const updateDayBackup = (cache: Cache, day: string): Promise<boolean> =>
  updateReceiptBackup(cache, receiptBackupPath(day), () => readReceiptsOfDay(day));

export interface ReceiptReference {
  readonly id: string;
  readonly day: string;
}

/**
 * Maximum number of receipts per part. A part is a file for new receipts, so that the day's backup is not rewritten for each
 * receipt.
 */
const MAX_RECEIPTS_PER_PART = 32;

interface ReceiptBackupPart {
  readonly address: string;
  readonly receiptIds: readonly string[];
}

const lastPartByDay = new Map<string, ReceiptBackupPart>();

function addToReceiptPart(day: string, receiptIds: readonly string[]): ReceiptBackupPart {
  const last = lastPartByDay.get(day);
  const isFull = !last || last.receiptIds.length + receiptIds.length > MAX_RECEIPTS_PER_PART;
  const part = isFull
    ? { address: newReceiptPartPath(day), receiptIds }
    : { ...last, receiptIds: [...last.receiptIds, ...receiptIds] };
  lastPartByDay.set(day, part);
  return part;
}

async function backUpReceiptPart(cache: Cache, { address, receiptIds }: ReceiptBackupPart): Promise<void> {
  const read = async () => (await db.receipts.bulkGet([...receiptIds])).filter((row) => row !== undefined);
  await updateReceiptBackup(cache, address, read);
}

/** Backs up new receipts at a cost that does not grow with the number of the day's receipts (S25). */
export async function backUpNewReceipts(cache: Cache, settled: readonly ReceiptReference[]): Promise<void> {
  const kept = new Set(listBackupDays());
  const days = [...new Set(settled.map(({ day }) => day))].filter((day) => kept.has(day));
  if (days.some((day) => !lastPartByDay.has(day))) await deleteOldReceiptBackups(cache);
  for (const day of days) {
    const ids = settled.filter((one) => one.day === day).map(({ id }) => id);
    await backUpReceiptPart(cache, addToReceiptPart(day, ids));
  }
}

/** Deletes backups older than a week. Backups of future days stay, because the clock may be wrong. */
async function deleteOldReceiptBackups(cache: Cache): Promise<void> {
  const oldest = receiptBackupPath(listBackupDays()[0] ?? '');
  for (const request of (await cache.keys()).filter(isReceiptBackup))
    if (new URL(request.url).pathname < oldest) await cache.delete(request);
}

/**
 * Merges the parts into the day's backup and deletes them. The day's backup is then written once more, because another window
 * may have added a receipt to a part in the meantime.
 */
async function mergeReceiptPartsOfDay(cache: Cache, day: string): Promise<void> {
  const partsHere = (await cache.keys()).filter((request) => isReceiptPartOfDay(request, day));
  if (!(await updateDayBackup(cache, day)) || partsHere.length === 0) return;
  for (const part of partsHere) await cache.delete(part);
  await updateDayBackup(cache, day);
}

export async function backUpRecentReceipts(cache: Cache): Promise<void> {
  lastPartByDay.clear();
  for (const day of listBackupDays()) await mergeReceiptPartsOfDay(cache, day);
  await deleteOldReceiptBackups(cache);
}

export async function readReceiptBackups(cache: Cache): Promise<OutboxReceiptRow[]> {
  const requests = (await cache.keys()).filter(isReceiptBackup);
  if (requests.length === 0) return [];
  return (await loadRestoreCode()).readBackedUpReceipts(cache, requests);
}
