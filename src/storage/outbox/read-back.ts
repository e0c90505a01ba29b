import { db } from '../database/database.ts';
import { itemsOf } from '../database/items.ts';
import type { EntryRow, ItemRow } from '../database/records.ts';

/** What is read back of an entry (S2). A window may have been frozen between its commit and its reading. */
type AsItLies =
  /** As this window wrote it, or damaged. */
  | { readonly type: 'here'; readonly entry: EntryRow | undefined; readonly rows: ItemRow[] }
  /** Sent, corrected, handed over or discarded since: what lies there is others' work. */
  | { readonly type: 'gone_on' };

/** Sent: another state or attempts. Corrected: another key. Handed over: another owner. */
const isUntouched = (row: ItemRow, written: readonly ItemRow[]): boolean =>
  written.some(
    ({ id, key, ownerId, attempts, state }) =>
      row.id === id &&
      row.key === key &&
      row.ownerId === ownerId &&
      row.attempts === attempts &&
      row.state.name === state.name,
  );

/** Inside a transaction over entries, items and receipts. */
async function lying(entryId: string, written: readonly ItemRow[]): Promise<AsItLies> {
  const [entry, rows] = await Promise.all([db.entries.get(entryId), itemsOf(entryId)]);
  if (!entry && (await db.receipts.get(entryId))) return { type: 'gone_on' };
  if (rows.length === written.length && !rows.every((row) => isUntouched(row, written)))
    return { type: 'gone_on' };
  return { type: 'here', entry, rows };
}

/**
 * Somebody waits for it: only what is not as it was written is read again in one transaction, for between two readings the entry
 * may leave.
 * @param written the rows as this window wrote them
 */
export async function readBack(entryId: string, written: readonly ItemRow[]): Promise<AsItLies> {
  const [entry, rows] = await Promise.all([db.entries.get(entryId), itemsOf(entryId)]);
  if (entry && rows.length === written.length && rows.every((row) => isUntouched(row, written)))
    return { type: 'here', entry, rows };
  return db.transaction('r', [db.entries, db.items, db.receipts], () => lying(entryId, written));
}

/**
 * Takes an entry out that did not read back as it was written; inside a transaction over entries, items and receipts.
 * @returns false where somebody has gone on with it: taken out it could be sent twice, or another's work be lost
 */
export async function takeOut(entryId: string, written: readonly ItemRow[]): Promise<boolean> {
  const found = await lying(entryId, written);
  if (found.type === 'gone_on' || !found.rows.every((row) => isUntouched(row, written))) return false;
  await db.items.bulkDelete(found.rows.map(({ id }) => id));
  await db.entries.delete(entryId);
  return true;
}
