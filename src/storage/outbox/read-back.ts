import { db } from '../database/database.ts';
import { itemsOf } from '../database/items.ts';
import type { EntryRow, ItemRow } from '../database/records.ts';

/** What is read back of an entry (S2): its rows, or that it has left. */
type AsItLies =
  | { readonly type: 'here'; readonly entry: EntryRow | undefined; readonly rows: ItemRow[] }
  /** Delivered already: a drain in another context may be sooner than a window that the tablet has frozen. */
  | { readonly type: 'left' };

/** In one transaction: between two readings it may leave. */
export const readBack = (entryId: string): Promise<AsItLies> =>
  db.transaction('r', [db.entries, db.items, db.receipts], async () => {
    const [entry, rows] = await Promise.all([db.entries.get(entryId), itemsOf(entryId)]);
    if (!entry && (await db.receipts.get(entryId))) return { type: 'left' } as const;
    return { type: 'here', entry, rows } as const;
  });

/**
 * Takes an entry out that did not read back as it was written; inside a transaction over entries, items and receipts.
 * @returns false where its sending has begun: then it stays, for taken back it could be confirmed and sent twice
 */
export async function takeOut(entryId: string): Promise<boolean> {
  const rows = await itemsOf(entryId);
  const isSent = rows.some(({ state, attempts }) => state.name !== 'queued' || attempts > 0);
  if (isSent || (await db.receipts.get(entryId))) return false;
  await db.items.bulkDelete(rows.map(({ id }) => id));
  await db.entries.delete(entryId);
  return true;
}
