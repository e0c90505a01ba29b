import { db } from '../database/database.ts';
import { findItemsOfEntry } from '../database/items.ts';
import type { EntryRow, ItemRow } from '../database/records.ts';

/** State of an entry when it is read back (S2). The window may have been frozen between commit and read-back. */
type ReadBackResult =
  | { readonly type: 'here'; readonly entry: EntryRow | undefined; readonly rows: ItemRow[] }
  /** The entry was sent, corrected, handed over or discarded since the commit, so the rows need not match. */
  | { readonly type: 'gone_on' };

/**
 * Returns true if the row is as this window wrote it. A send changes state or attempts, a correction changes the key, a
 * handover changes the owner.
 */
const isUnchangedRow = (row: ItemRow, written: readonly ItemRow[]): boolean =>
  written.some(
    ({ id, key, ownerId, attempts, state }) =>
      row.id === id &&
      row.key === key &&
      row.ownerId === ownerId &&
      row.attempts === attempts &&
      row.state.name === state.name,
  );

async function readEntryBackInTransaction(
  entryId: string,
  written: readonly ItemRow[],
): Promise<ReadBackResult> {
  const [entry, rows] = await Promise.all([db.entries.get(entryId), findItemsOfEntry(entryId)]);
  if (!entry && (await db.receipts.get(entryId))) return { type: 'gone_on' };
  if (rows.length === written.length && !rows.every((row) => isUnchangedRow(row, written)))
    return { type: 'gone_on' };
  return { type: 'here', entry, rows };
}

/**
 * Reads an entry back. The first read needs no transaction, because the user is waiting. If its rows differ, they are read
 * again in one transaction, because the entry may leave the queue between two reads.
 * @param written rows as this window wrote them
 */
export async function readEntryBack(entryId: string, written: readonly ItemRow[]): Promise<ReadBackResult> {
  const [entry, rows] = await Promise.all([db.entries.get(entryId), findItemsOfEntry(entryId)]);
  if (entry && rows.length === written.length && rows.every((row) => isUnchangedRow(row, written)))
    return { type: 'here', entry, rows };
  return db.transaction('r', [db.entries, db.items, db.receipts], () =>
    readEntryBackInTransaction(entryId, written),
  );
}

/**
 * Removes an entry that failed its read-back. Must run inside a transaction over entries, items and receipts.
 * @returns false when the entry was sent or changed in the meantime: removing it could cause a second send or lose a change
 */
export async function removeUnverifiedEntry(entryId: string, written: readonly ItemRow[]): Promise<boolean> {
  const found = await readEntryBackInTransaction(entryId, written);
  if (found.type === 'gone_on' || !found.rows.every((row) => isUnchangedRow(row, written))) return false;
  await db.items.bulkDelete(found.rows.map(({ id }) => id));
  await db.entries.delete(entryId);
  return true;
}
