import { db } from '../database/database.ts';

export const parcelTables = () => [db.parcels, db.parcelEntries];

/**
 * Inside a transaction over `parcelTables`: the entry is no longer what was handed over, for it has arrived, been
 * discarded, corrected or received. A handover that holds nothing any more leaves too.
 */
export async function dropFromParcels(entryId: string): Promise<void> {
  const rows = await db.parcelEntries.where('entryId').equals(entryId).toArray();
  for (const { id, parcelId } of rows) {
    await db.parcelEntries.delete(id);
    if ((await db.parcelEntries.where('parcelId').equals(parcelId).count()) === 0)
      await db.parcels.delete(parcelId);
  }
}
