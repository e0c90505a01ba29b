import { db } from '../database/database.ts';
import { findItemsOfEntry } from '../database/items.ts';
import { readIdempotencySupport, type IdempotencySupport } from '../database/server-traits.ts';
import type { BytesRow, EntryRow, ItemRow } from '../database/records.ts';
import { entryBackupPath, syncBackupWithDatabase, type DatabaseRowState } from './backup-cache.ts';

export interface EntryBackupRows {
  readonly entry: EntryRow;
  readonly items: readonly ItemRow[];
  readonly bytes: readonly BytesRow[];
}

type EntryWithItems = Pick<EntryBackupRows, 'entry' | 'items'>;

/**
 * Returns a text that changes when the item is delivered and when its `namesakes` are recorded. The backup must contain both,
 * because a server without idempotency keys would create a repeated item twice (S23).
 */
const deliveryMarkOf = ({ state, namesakes }: ItemRow): string =>
  [state.name === 'delivered' ? state.remoteId : '', namesakes?.join(',') ?? '-'].join(':');

/**
 * Returns a version that changes with the content (S7), the owner (S14), the evaluation id of a correction (S30) and the schema
 * (S21). It changes with the progress of sending only if the server may ignore idempotency keys.
 */
const backupVersionOf = ({ entry, items }: EntryWithItems, treatment: IdempotencySupport): string => {
  const parts = items.map((row) => (treatment === 'kept' ? row.key : `${row.key}:${deliveryMarkOf(row)}`));
  const corrected = entry.corrects?.evaluationId ?? null;
  return [db.verno, entry.ownerId, ...(corrected === null ? [] : [corrected]), ...parts.sort()].join(' ');
};

/**
 * Reads the entry and its items; `left` when a receipt shows that it was delivered or discarded. Other removals are handled by
 * `deleteBackupOfRemovedEntry`.
 */
async function readEntryWithItems(entryId: string): Promise<DatabaseRowState<EntryWithItems>> {
  const entry = await db.entries.get(entryId);
  if (entry) return { entry, items: await findItemsOfEntry(entryId) };
  return (await db.receipts.get(entryId)) ? 'left' : 'unknown';
}

const readEntryBackupVersion = (entryId: string): Promise<DatabaseRowState<{ version: string }>> =>
  db.transaction('r', [db.entries, db.items, db.receipts, db.device], async () => {
    const facts = await readEntryWithItems(entryId);
    if (facts === 'left' || facts === 'unknown') return facts;
    return { version: backupVersionOf(facts, await readIdempotencySupport()) };
  });

const readEntryBackupRows = (
  entryId: string,
): Promise<DatabaseRowState<{ rows: EntryBackupRows; version: string }>> =>
  db.transaction('r', [db.entries, db.items, db.bytes, db.receipts, db.device], async () => {
    const facts = await readEntryWithItems(entryId);
    if (facts === 'left' || facts === 'unknown') return facts;
    const ids = facts.items.flatMap(({ picture }) => (picture ? [picture.bytesId] : []));
    const bytes = (await db.bytes.bulkGet(ids)).filter((row) => row !== undefined);
    return { rows: { ...facts, bytes }, version: backupVersionOf(facts, await readIdempotencySupport()) };
  });

export async function syncEntryBackup(cache: Cache, entryId: string): Promise<void> {
  await syncBackupWithDatabase(cache, {
    address: entryBackupPath(entryId),
    readRows: () => readEntryBackupRows(entryId),
    readVersion: () => readEntryBackupVersion(entryId), // Avoids reading the files, because nearly all backups are current at the start.
  });
}

/** Deletes the backup after a transaction of this window removed the entry, unless a later transaction has added it again. */
export async function deleteBackupOfRemovedEntry(cache: Cache, entryId: string): Promise<void> {
  if (!(await db.entries.get(entryId))) await cache.delete(entryBackupPath(entryId));
}
