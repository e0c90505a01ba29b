import { db } from '../../database/database.ts';

export const handoverTables = () => [db.parcels, db.parcelEntries];

async function deleteHandoverEntry(entryId: string): Promise<void> {
  const rows = await db.parcelEntries.where('entryId').equals(entryId).toArray();
  for (const { id, parcelId } of rows) {
    await db.parcelEntries.delete(id);
    if ((await db.parcelEntries.where('parcelId').equals(parcelId).count()) === 0)
      await db.parcels.delete(parcelId);
  }
}

/**
 * Removes entries from handovers after they were delivered, discarded, corrected or received. Deletes a handover that has no
 * entries left. Must run inside a transaction over `handoverTables`.
 */
export async function removeFromHandovers(entryIds: readonly string[]): Promise<void> {
  // Usually no handover exists; this single count then saves a query per entry.
  if ((await db.parcelEntries.count()) === 0) return;
  for (const entryId of entryIds) await deleteHandoverEntry(entryId);
}
