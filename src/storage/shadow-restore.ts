import { db } from './database.ts';
import { copyDeviceId } from './device-identity.ts';
import type { DeviceKeyRow, ItemRow, ReceiptRow } from './records.ts';
import { HEAD, type Place } from './shadow-format.ts';
import { entryIdOf, isEntry, isReceipts, KEYS, shadowPlace } from './shadow-place.ts';
import { receiptsOf, receiptsToFollow } from './shadow-receipts.ts';
import { keepShadows, noteFailure, shadowMissing, type Rows } from './shadow.ts';

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' && value !== null && '$at' in value && '$size' in value;

/** @throws RangeError, SyntaxError for what was not packed, or is cut off */
function unpack(packed: ArrayBuffer): unknown {
  const size = new DataView(packed).getUint32(0);
  const text = new TextDecoder().decode(new Uint8Array(packed, HEAD, size));
  const files = HEAD + size;
  return JSON.parse(text, (_key, value: unknown) => {
    if (!isPlace(value)) return value;
    const at = files + value.$at;
    if (at + value.$size > packed.byteLength) throw new RangeError('a copy is cut off');
    return packed.slice(at, at + value.$size);
  });
}

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
  const found = copy ? await putBack(unpack(await copy.arrayBuffer()) as Rows) : 'left';
  if (found === 'left') await cache.delete(request);
  return found;
}

type PackedKey = Omit<DeviceKeyRow, 'salt'> & { readonly salt: ArrayBuffer };

/** The key of what lies here and nobody could open; one that is here is newer than its copy. */
async function restoreKeys(cache: Cache): Promise<void> {
  const copy = await cache.match(KEYS);
  if (!copy) return;
  const keys = unpack(await copy.arrayBuffer()) as PackedKey[];
  await db.transaction('rw', [db.entries, db.deviceKeys], async () => {
    for (const { salt, ...key } of keys) {
      const entries = await db.entries.where('ownerId').equals(key.userId).count();
      const known = await db.deviceKeys.where('userId').equals(key.userId).count();
      if (entries > 0 && known === 0) await db.deviceKeys.put({ ...key, salt: new Uint8Array(salt) });
    }
  });
}

/** The count of the shift, and what keeps a person from being registered twice, are those of before the loss. */
async function restoreReceipts(cache: Cache, request: Request): Promise<void> {
  if ((await receiptsOf(entryIdOf(request))).length > 0) return;
  const copy = await cache.match(request);
  if (copy) await db.receipts.bulkPut(unpack(await copy.arrayBuffer()) as ReceiptRow[]);
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
  // Before the entries: what has a receipt does not come back.
  for (const request of (await cache.keys()).filter(isReceipts))
    await restoreReceipts(cache, request).catch(noteFailure);
  const restored = await restoreEntries(cache);
  await restoreKeys(cache);
  await copyDeviceId().catch(noteFailure);
  const entryIds = await db.entries.toCollection().primaryKeys();
  void shadowMissing([...entryIds, ...(await receiptsToFollow(cache))]);
  return restored;
}

/** S25, for a window: what a lost database had is here when it resolves. */
export async function startShadows(): Promise<void> {
  keepShadows();
  await restoreFromShadows().catch(noteFailure);
}
