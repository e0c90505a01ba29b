import { db } from '../../database/database.ts';

export const parcelTables = () => [db.parcels, db.parcelEntries];

async function dropOne(entryId: string): Promise<void> {
  const rows = await db.parcelEntries.where('entryId').equals(entryId).toArray();
  for (const { id, parcelId } of rows) {
    await db.parcelEntries.delete(id);
    if ((await db.parcelEntries.where('parcelId').equals(parcelId).count()) === 0)
      await db.parcels.delete(parcelId);
  }
}

/**
 * Inside a transaction over `parcelTables`: the entries are no longer what was handed over, for they have arrived, been
 * discarded, corrected or received. A handover that holds nothing any more leaves too.
 */
export async function dropFromParcels(entryIds: readonly string[]): Promise<void> {
  if ((await db.parcelEntries.count()) === 0) return; // As nearly always: one request for all.
  for (const entryId of entryIds) await dropOne(entryId);
}
