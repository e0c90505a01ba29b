import { Dexie } from 'dexie';
import { setSpaceFreer } from '../base/problem.ts';
import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';
import type { EntryRow, ItemRow, RetainedRow } from '../database/records.ts';
import { evictOldestData } from './release.ts';

// Register here, so that retained entries are evicted wherever they are used. The failing write may be inside a rolled-back
// transaction, hence `ignoreTransaction`.
setSpaceFreer((givesWay) => Dexie.ignoreTransaction(() => evictOldestData(givesWay)).catch(() => false));

/**
 * Returns the incarnation of the server's database for which delivered entries are retained; null if the server reports no
 * backups. Must run inside a transaction over the device's rows.
 */
export const currentIncarnation = async (): Promise<string | null> =>
  (await readDeviceRow('copies'))?.life ?? null;

/** Returns true when all sent contents are stored; version 0.1 deleted the bytes of a file as soon as it had arrived. */
const isWhole = (rows: readonly ItemRow[]): boolean =>
  rows.every(({ sealedBody, picture }) => sealedBody !== null || picture !== null);

/** Returns the row for a completely delivered entry; null if the entry cannot be sent again from this device. */
export function retainedRowOf(entry: EntryRow, items: readonly ItemRow[], life: string): RetainedRow | null {
  if (!isWhole(items)) return null;
  const { id, ownerId } = entry;
  const bytesIds = items.flatMap(({ picture }) => (picture ? [picture.bytesId] : []));
  return { id, ownerId, life, seenAt: 0, size: 0, bytesIds, entry, items: [...items] };
}

/** Returns the number of stored files of delivered entries. */
export const countRetainedFiles = (): Promise<number> => db.kept.orderBy('bytesIds').count();
