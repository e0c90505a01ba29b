import { db } from './database.ts';
import type { ItemRow } from './records.ts';

/** Returns all items of an entry, unordered. Not async, for live queries (live.test.ts). */
export const findItemsOfEntry = (entryId: string): Promise<ItemRow[]> =>
  db.items.where('entryId').equals(entryId).toArray();
