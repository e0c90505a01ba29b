import { Dexie } from 'dexie';
import { onFull } from '../base/problem.ts';
import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';
import type { EntryRow, ItemRow, KeptRow } from '../database/records.ts';
import { giveWay } from './release.ts';

// Whoever keeps has it give way, too. Who finds no room may be in the middle of a transaction that was taken back.
onFull((givesWay) => Dexie.ignoreTransaction(() => giveWay(givesWay)).catch(() => false));

/**
 * The life of the provider's database that what arrives now is kept for; null where the provider says nothing of its copies. Inside a
 * transaction over the device's rows.
 */
export const lifeToKeepFor = async (): Promise<string | null> =>
  (await readDeviceRow('copies'))?.life ?? null;

/** All that was sent is here; 0.1 let the bytes of a file go as soon as it had arrived. */
const isWhole = (rows: readonly ItemRow[]): boolean =>
  rows.every(({ sealedBody, picture }) => sealedBody !== null || picture !== null);

/** Of an entry that has wholly arrived; null where it cannot be sent again from here. */
export function keptRowOf(entry: EntryRow, items: readonly ItemRow[], life: string): KeptRow | null {
  if (!isWhole(items)) return null;
  const { id, ownerId } = entry;
  const bytesIds = items.flatMap(({ picture }) => (picture ? [picture.bytesId] : []));
  return { id, ownerId, life, seenAt: 0, size: 0, bytesIds, entry, items: [...items] };
}

/** Of files that lie here, those that have arrived already. */
export const countKeptFiles = (): Promise<number> => db.kept.orderBy('bytesIds').count();
