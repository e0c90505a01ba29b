import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';
import { isAborted, storing, toStorageProblem } from '../base/problem.ts';
import { restoreKeys } from './key-copies.ts';
import { entryIdOf, isEntry, noteFailure, openBackups } from './copy-cache.ts';
import { loadRestoring } from './load-restoring.ts';
import { restoreDevice } from './device-copy.ts';
import { backUpMissing, keepBackups } from './follow.ts';

/** `again`: it may be had at another try. */
type Noted = (error: unknown, again?: boolean) => void;

async function restoreEntries(cache: Cache, noted: Noted): Promise<number> {
  const here = new Set(await db.entries.toCollection().primaryKeys());
  const missing = (await cache.keys()).filter((copy) => isEntry(copy) && !here.has(entryIdOf(copy)));
  if (missing.length === 0) return 0;
  const { restoreEntry } = await loadRestoring();
  let restored = 0;
  for (const request of missing) {
    try {
      if ((await restoreEntry(cache, request)) === 'restored') restored += 1;
    } catch (error) {
      noted(error);
    }
  }
  return restored;
}

/**
 * At the start: what is in neither outbox nor receipts comes back from its copy, a copy of what has left goes, and what
 * has no copy gets one. Answers how many came back; one that cannot be read keeps no other from it. `noted` hears of each
 * failure. It fails where the copies cannot be listed just now: what has a receipt would come back.
 */
export async function restoreFromBackup(noted: Noted = noteFailure): Promise<number> {
  const cache = await openBackups();
  if (!cache) return 0;
  await restoreKeys(cache).catch((error: unknown) => noted(error, true));
  // Before the entries: with the device's id come the receipts, and what has one does not come back.
  await restoreDevice();
  const restored = await restoreEntries(cache, noted);
  void backUpMissing(await db.entries.toCollection().primaryKeys());
  return restored;
}

/** A database that has just been deleted closes under whoever opens it again at once. */
const PAUSES_MS = [0, 300, 1_000, 3_000];

/** S25, for a window: what a lost database had is here when it resolves. */
export async function startBackups(): Promise<void> {
  keepBackups();
  for (const pause of PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    let again = false;
    const noted: Noted = (error, mayBe = toStorageProblem(error) !== null || isAborted(error)) => {
      again ||= mayBe; // A torn copy is no better the next time.
      noteFailure(error);
    };
    await restoreFromBackup(noted).catch((error: unknown) => noted(error, true));
    if (!again) return storing(async () => void (await db.device.put({ id: 'restored' })));
  }
}

/** False in a new database, a device's first or one in place of another that was lost, until all came back that could. */
export const isRestored = (): Promise<boolean> =>
  storing(async () => (await readDeviceRow('restored')) !== undefined);
