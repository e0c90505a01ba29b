import { Dexie } from 'dexie';
import { setEvictionHandler } from '../base/problem.ts';
import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';
import type { EntryRow, ItemRow, RetainedEntryRow } from '../database/records.ts';
import { evictOldestData } from './release.ts';

// Registered in this module, so that it is active wherever retained entries exist. `ignoreTransaction`, because the failed
// write may be inside a transaction that was rolled back.
setEvictionHandler((givesWay) => Dexie.ignoreTransaction(() => evictOldestData(givesWay)).catch(() => false));

/**
 * Returns the server's database incarnation for which delivered entries are retained; null if the server reports no backups.
 * Must run inside a transaction over the device's rows.
 */
export const readServerIncarnation = async (): Promise<string | null> =>
  (await readDeviceRow('copies'))?.life ?? null;

/**
 * Returns true when all contents of the items are stored. App version 0.1 deleted the bytes of a file as soon as it was
 * delivered.
 */
const areContentsStored = (rows: readonly ItemRow[]): boolean =>
  rows.every(({ sealedBody, picture }) => sealedBody !== null || picture !== null);

/** Returns the row that retains a delivered entry; null if the entry could not be sent again from this device. */
export function retainedRowOf(
  entry: EntryRow,
  items: readonly ItemRow[],
  life: string,
): RetainedEntryRow | null {
  if (!areContentsStored(items)) return null;
  const { id, ownerId } = entry;
  const bytesIds = items.flatMap(({ picture }) => (picture ? [picture.bytesId] : []));
  return { id, ownerId, life, seenAt: 0, size: 0, bytesIds, entry, items: [...items] };
}

export const countRetainedFiles = (): Promise<number> => db.kept.orderBy('bytesIds').count();
