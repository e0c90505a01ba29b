import { db } from './database.ts';
import { copyDeviceId, readDeviceId } from './device-identity.ts';
import type { ItemRow } from './records.ts';
import { unpackRows } from './shadow-format.ts';
import { restoreKeys } from './shadow-keys.ts';
import { entryIdOf, isEntry, noteFailure, shadowPlace } from './shadow-place.ts';
import { keepShadows, shadowMissing, type Rows } from './shadow.ts';

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

async function restore(cache: Cache, request: Request): Promise<Found> {
  if (await db.entries.get(entryIdOf(request))) return 'here';
  const copy = await cache.match(request);
  const found = copy ? await putBack(unpackRows(await copy.arrayBuffer()) as Rows) : 'left';
  if (found === 'left') await cache.delete(request);
  return found;
}

async function restoreEntries(cache: Cache): Promise<number> {
  let restored = 0;
  for (const request of (await cache.keys()).filter(isEntry)) {
    try {
      if ((await restore(cache, request)) === 'restored') restored += 1;
    } catch (error) {
      noteFailure(error);
    }
  }
  return restored;
}

/**
 * At the start: what is in neither outbox nor receipts comes back from its copy, a copy of what has left goes, and what
 * has no copy gets one. Answers how many came back; one that cannot be read keeps no other from it.
 */
export async function restoreFromShadows(): Promise<number> {
  const cache = await shadowPlace();
  if (!cache) return 0;
  await restoreKeys(cache).catch(noteFailure);
  // Before the entries: with the device's id come the receipts, and what has one does not come back.
  await readDeviceId().then(copyDeviceId).catch(noteFailure);
  const restored = await restoreEntries(cache);
  void shadowMissing(await db.entries.toCollection().primaryKeys());
  return restored;
}

/** S25, for a window: what a lost database had is here when it resolves. */
export async function startShadows(): Promise<void> {
  keepShadows();
  await restoreFromShadows().catch(noteFailure);
}
