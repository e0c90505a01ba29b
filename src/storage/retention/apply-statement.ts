import {
  countDayWithoutStatement,
  retentionOutcomeOf,
  canHaveLostDeliveries,
  countEntriesOverLimit,
  type RetentionOutcome,
  type BackupStatement,
} from '#domain/retention.ts';
import { runStorageOperation } from '../base/problem.ts';
import { db } from '../database/database.ts';
import { isPrerequisiteKind, waitsForPrerequisite } from '#domain/outbox/entry.ts';
import { readDeviceRow } from '../database/device-row.ts';
import { findItemsOfEntry } from '../database/items.ts';
import type { EntryRow, ItemRow, RetainedEntryRow } from '../database/records.ts';
import {
  findCorrectionsOfEntries,
  withoutCorrectedEvaluationId,
  toBlockedCorrectionRows,
} from '../database/correction-rows.ts';
import { RELEASE_BATCH_SIZE, releaseRetainedEntries } from './release.ts';

interface RetainedEntryIndex {
  readonly id: string;
  readonly life: string;
  readonly seenAt: number;
  readonly size: number;
}

/** Returns the facts of all retained entries, oldest first. An unknown delivery time counts as newest. */
async function readRetainedIndex(): Promise<RetainedEntryIndex[]> {
  const facts: RetainedEntryIndex[] = [];
  await db.kept.orderBy('[life+seenAt+size]').eachKey((key, { primaryKey: id }) => {
    const [life, seenAt, size] = key as unknown as [string, number, number];
    facts.push({ id, life, seenAt, size });
  });
  return facts.sort((one, other) => (one.seenAt || Infinity) - (other.seenAt || Infinity));
}

/**
 * Returns the ids of entries delivered since the last statement. Call it before the request, so that the server's next
 * statement covers all of them.
 */
export const listDeliveredSinceStatement = (): Promise<string[]> =>
  runStorageOperation(async () =>
    (await readRetainedIndex()).flatMap(({ id, seenAt }) => (seenAt === 0 ? [id] : [])),
  );

async function retainedEntrySizeBytes({ entry, items, bytesIds }: RetainedEntryRow): Promise<number> {
  let size = entry.sealedSummary.byteLength;
  for (const { sealedBody } of items) size += sealedBody?.byteLength ?? 0;
  for (const id of bytesIds) size += (await db.bytes.get(id))?.sealed.byteLength ?? 0; // Only one file is in memory at a time.
  return size;
}

/**
 * Stores the time of the statement and the size of the entry in each entry of the statement's incarnation, because these
 * entries had arrived before the statement. Entries of an earlier incarnation have an unknown time of arrival.
 */
async function recordStatementTimeAndSize(
  ids: readonly string[],
  { life, at }: BackupStatement,
): Promise<void> {
  for (let from = 0; from < ids.length; from += RELEASE_BATCH_SIZE)
    await db.transaction('rw', db.kept, db.bytes, async () => {
      for (const row of await db.kept.bulkGet(ids.slice(from, from + RELEASE_BATCH_SIZE)))
        if (row?.life === life && row.seenAt === 0)
          await db.kept.put({ ...row, seenAt: at, size: await retainedEntrySizeBytes(row) });
    });
}

/** Returns the item as if it had not been sent, but with one attempt, because the server may have it nevertheless (S23). */
function toRequeuedItem(row: ItemRow): ItemRow {
  const { dueAt: _before, ...rest } = row;
  const attempts = Math.max(1, row.attempts);
  const again: ItemRow = { ...rest, attempts, state: { name: 'queued' }, sealedRefusal: null };
  return waitsForPrerequisite(row.kind) ? again : { ...again, dueAt: 0 };
}

/**
 * Same as `toRequeuedItem`, for all items of an entry. A correction waits for its registration again, which may be lost too (S30).
 */
const toRequeuedItems = (entry: EntryRow, rows: readonly ItemRow[]): ItemRow[] =>
  toBlockedCorrectionRows(entry, rows.map(toRequeuedItem));

/** Makes queued corrections wait for a registration that is sent again, because their evaluation is lost. */
async function requeueCorrectionsOfEntry(entryId: string): Promise<void> {
  for (const entry of await findCorrectionsOfEntries([entryId])) {
    const rows = (await findItemsOfEntry(entry.id)).filter(
      (row) => hasStoredContent(row) && !isToBeCorrected(row),
    );
    await db.items.bulkPut(toRequeuedItems(entry, rows));
    await db.entries.put(withoutCorrectedEvaluationId(entry));
  }
}

/**
 * Returns a retained entry to its owner's queue, whichever user is signed in. Deletes its receipt, which would report the entry
 * as delivered. Must run inside a transaction.
 */
async function requeueRetainedEntry({ id, entry, items }: RetainedEntryRow): Promise<boolean> {
  await db.kept.delete(id);
  if (await db.entries.get(id)) return false;
  await db.receipts.delete(id);
  await db.items.bulkPut(toRequeuedItems(entry, items));
  await db.entries.add({ ...withoutCorrectedEvaluationId(entry), standing: 'on_its_way' });
  await requeueCorrectionsOfEntry(id);
  return true;
}

async function requeueRetainedEntries(ids: readonly string[]): Promise<number> {
  let again = 0;
  for (let from = 0; from < ids.length; from += RELEASE_BATCH_SIZE)
    await db.transaction('rw', [db.kept, db.entries, db.items, db.receipts], async () => {
      for (const row of await db.kept.bulkGet(ids.slice(from, from + RELEASE_BATCH_SIZE)))
        if (row && (await requeueRetainedEntry(row))) again += 1;
    });
  return again;
}

const isDelivered = ({ state }: ItemRow): boolean => state.name === 'delivered';
const hasStoredContent = ({ sealedBody, picture }: ItemRow): boolean =>
  sealedBody !== null || picture !== null;
/** Returns true if the item needs a correction by the user, so it never arrived. */
const isToBeCorrected = ({ state }: ItemRow): boolean => state.name === 'attention' && state.correctable;

/**
 * Sends a partly delivered entry again from the start, because the server has lost its evaluation or correction. A delivered
 * file whose bytes are no longer stored is not sent again. Must run inside a transaction.
 */
async function requeuePartlyDeliveredEntry(entry: EntryRow): Promise<void> {
  const rows = await findItemsOfEntry(entry.id);
  const begun = rows.some((row) => isPrerequisiteKind(row.kind) && isDelivered(row));
  if (!begun) return;
  const again = rows.filter((row) => hasStoredContent(row) && !isToBeCorrected(row));
  await db.items.bulkPut(toRequeuedItems(entry, again));
  const standing = rows.some(isToBeCorrected) ? 'attention' : 'on_its_way';
  await db.entries.put({ ...withoutCorrectedEvaluationId(entry), standing });
  await requeueCorrectionsOfEntry(entry.id);
}

/**
 * Sends the partly delivered entries of all users again. Must run while no drain runs, so that none of their items is in
 * flight.
 */
async function requeueAllPartlyDelivered(): Promise<void> {
  const owners = await db.entries.orderBy('ownerId').uniqueKeys();
  for (const ownerId of owners) {
    const delivered = await db.items.where('[ownerId+state.name]').equals([ownerId, 'delivered']).toArray();
    for (const entryId of new Set(delivered.map((row) => row.entryId)))
      await db.transaction('rw', [db.entries, db.items], async () => {
        const entry = await db.entries.get(entryId);
        if (entry) await requeuePartlyDeliveredEntry(entry);
      });
  }
}

/** Assigns entries that stay retained to the database's new incarnation. Returns their number. */
const moveRetainedToIncarnation = (ids: readonly string[], life: string): Promise<number> =>
  db.kept
    .where('id')
    .anyOf([...ids])
    .modify({ life });

const storeBackupStatement = (statement: BackupStatement, heardAt: number): Promise<unknown> =>
  db.device.put({ id: 'copies', heardAt, ...statement });

/** Releases the oldest retained entries until the rest fits into `room` bytes and the maximum number. */
export const releaseExcessEntries = (room: number): Promise<void> =>
  runStorageOperation(async () => {
    const facts = await readRetainedIndex();
    await releaseRetainedEntries(facts.slice(0, countEntriesOverLimit(facts, room)).map(({ id }) => id));
  });

export interface ReceivedBackupStatement {
  readonly statement: BackupStatement;
  /** Result of `listDeliveredSinceStatement`, read before the request to the server. */
  readonly unseen: readonly string[];
  readonly room: number;
  readonly now: number;
}

/**
 * Applies a backup statement of the user's own server: releases entries that a verified backup has, and returns entries that
 * the database lost to their owner's queue. The statement is stored last, so that the next run completes an interrupted one.
 * Only one window may run this at a time, and for a new incarnation no drain may run.
 * @returns number of entries that are sent again
 */
export const applyBackupStatement = ({
  statement,
  unseen,
  room,
  now,
}: ReceivedBackupStatement): Promise<number> =>
  runStorageOperation(async () => {
    const known = (await readDeviceRow('copies')) ?? null;
    await recordStatementTimeAndSize(unseen, statement);
    const facts = await readRetainedIndex();
    const idsOfFates = (...fates: RetentionOutcome[]) =>
      facts.filter((fact) => fates.includes(retentionOutcomeOf(fact, known, statement)));
    const [lost, gone, stays] = [idsOfFates('lost'), idsOfFates('copied', 'too_old'), idsOfFates('kept')];
    const again = await requeueRetainedEntries(lost.map(({ id }) => id));
    if (canHaveLostDeliveries(known, statement)) await requeueAllPartlyDelivered();
    await releaseRetainedEntries(gone.map(({ id }) => id));
    const older = stays.filter(({ life }) => life !== statement.life);
    if (older.length > 0)
      await moveRetainedToIncarnation(
        older.map(({ id }) => id),
        statement.life,
      );
    await storeBackupStatement(statement, now);
    await releaseExcessEntries(room);
    return again;
  });

/** Returns the server's last backup statement; null if the server reports no backups. */
export const readBackupStatement = (): Promise<BackupStatement | null> =>
  runStorageOperation(async () => (await readDeviceRow('copies')) ?? null);

export const readRetainedSizeBytes = async (): Promise<number> =>
  (await readRetainedIndex()).reduce((sum, { size }) => sum + size, 0);

/**
 * Records a response without a backup statement. Retained entries are released after 30 days of such responses. `now`: ms of
 * the device's clock.
 */
export const applyMissingBackupStatement = (now: number): Promise<void> =>
  runStorageOperation(async () => {
    const known = await readDeviceRow('copies');
    const after = known && countDayWithoutStatement(known, now);
    if (after === known) return;
    if (after) return void (await db.device.put(after));
    await releaseRetainedEntries((await readRetainedIndex()).map(({ id }) => id));
    await db.device.delete('copies');
  });
