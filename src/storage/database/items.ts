import { db } from './database.ts';
import type { ItemRow } from './records.ts';

/**
 * Returns all items of an entry, unordered. Not async, because otherwise a live query would not notice the reads that follow
 * (live.test.ts).
 */
export const findItemsOfEntry = (entryId: string): Promise<ItemRow[]> =>
  db.items.where('entryId').equals(entryId).toArray();
