import { db } from '../database/database.ts';
import { findItemsOf } from '../database/items.ts';
import type { EntryRow, ItemRow } from '../database/records.ts';

/** State of an entry at its read-back (S2). A window may have been frozen between its commit and this read. */
type StoredState =
  /** Stored as this window wrote it, or damaged. */
  | { readonly type: 'here'; readonly entry: EntryRow | undefined; readonly rows: ItemRow[] }
  /** Sent, corrected, handed over or discarded since then; the stored rows are the result of other work. */
  | { readonly type: 'gone_on' };

/**
 * Returns whether the row is as this window wrote it. A sent row has another state or attempt count, a corrected one another
 * key, a handed-over one another owner.
 */
const isUntouched = (row: ItemRow, written: readonly ItemRow[]): boolean =>
  written.some(
    ({ id, key, ownerId, attempts, state }) =>
      row.id === id &&
      row.key === key &&
      row.ownerId === ownerId &&
      row.attempts === attempts &&
      row.state.name === state.name,
  );

/** Reads the stored entry. Must run inside a transaction over entries, items and receipts. */
async function lying(entryId: string, written: readonly ItemRow[]): Promise<StoredState> {
  const [entry, rows] = await Promise.all([db.entries.get(entryId), findItemsOf(entryId)]);
  if (!entry && (await db.receipts.get(entryId))) return { type: 'gone_on' };
  if (rows.length === written.length && !rows.every((row) => isUntouched(row, written)))
    return { type: 'gone_on' };
  return { type: 'here', entry, rows };
}

/**
 * Reads an entry back. The user is waiting, so only rows that differ from the written ones are read again in one transaction:
 * the entry may leave between two separate reads.
 * @param written the rows as this window wrote them
 */
export async function readEntryBack(entryId: string, written: readonly ItemRow[]): Promise<StoredState> {
  const [entry, rows] = await Promise.all([db.entries.get(entryId), findItemsOf(entryId)]);
  if (entry && rows.length === written.length && rows.every((row) => isUntouched(row, written)))
    return { type: 'here', entry, rows };
  return db.transaction('r', [db.entries, db.items, db.receipts], () => lying(entryId, written));
}

/**
 * Removes an entry that did not read back as it was written. Must run inside a transaction over entries, items and receipts.
 * @returns false when other work has continued with the entry: removing it could cause a second send or lose that work
 */
export async function removeUnverified(entryId: string, written: readonly ItemRow[]): Promise<boolean> {
  const found = await lying(entryId, written);
  if (found.type === 'gone_on' || !found.rows.every((row) => isUntouched(row, written))) return false;
  await db.items.bulkDelete(found.rows.map(({ id }) => id));
  await db.entries.delete(entryId);
  return true;
}
