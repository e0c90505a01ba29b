import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';
import type { ItemRow } from '../database/records.ts';
import { isAborted, storing, toStorageProblem } from '../base/problem.ts';
import { unpackRows } from './copy-format.ts';
import { restoreKeys } from './key-copies.ts';
import { entryIdOf, isEntry, noteFailure, openBackups } from './copy-cache.ts';
import { loadParsers } from './load-parsers.ts';
import { restoreDevice } from './device-copy.ts';
import type { Rows } from './entry-copy.ts';
import { backUpMissing, keepBackups } from './follow.ts';

/** A provider that keeps no keys is looked at first (S23): nobody knows whether the lost row had been sent. */
const perhapsSent = (row: ItemRow): ItemRow =>
  row.state.name === 'delivered' ? row : { ...row, attempts: Math.max(row.attempts, 1) };

type Found =
  | 'restored'
  /** It lies in the outbox. */
  | 'here'
  /** There is a receipt (S10, S22). */
  | 'left';

const putBack = ({ entry, items, bytes }: Rows): Promise<Found> =>
  db.transaction('rw', [db.entries, db.items, db.bytes, db.receipts], async () => {
    if (await db.entries.get(entry.id)) return 'here'; // Another window was as early.
    if (await db.receipts.get(entry.id)) return 'left';
    await db.bytes.bulkPut([...bytes]);
    await db.items.bulkPut(items.map(perhapsSent));
    await db.entries.add(entry);
    return 'restored';
  });

async function readRows(entryId: string, copy: Response): Promise<Rows> {
  const { parseEntry } = await loadParsers();
  return parseEntry(entryId, unpackRows(await copy.arrayBuffer()));
}

async function restore(cache: Cache, request: Request): Promise<Found> {
  const entryId = entryIdOf(request);
  if (await db.entries.get(entryId)) return 'here';
  const copy = await cache.match(request);
  const found = copy ? await putBack(await readRows(entryId, copy)) : 'left';
  if (found === 'left') await cache.delete(request);
  return found;
}

/** `again`: it may be had at another try. */
type Noted = (error: unknown, again?: boolean) => void;

async function restoreEntries(cache: Cache, noted: Noted): Promise<number> {
  let restored = 0;
  for (const request of (await cache.keys()).filter(isEntry)) {
    try {
      if ((await restore(cache, request)) === 'restored') restored += 1;
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
