import { shortId } from '#domain/text/short-id.ts';
import { db } from './database.ts';
import { storing } from './problem.ts';
import type { ReceiptRow } from './records.ts';
import { IDENTITY, noteFailure, shadowPlace } from './shadow-place.ts';
import { readReceiptCopies } from './shadow-receipts.ts';

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const stored = async (): Promise<string | null> => {
  const row = await db.device.get('identity');
  return row?.id === 'identity' ? row.deviceId : null;
};

/** Whether this is a new database: a device's first, or one in place of another that was lost. */
export const isNewDatabase = (): Promise<boolean> => storing(async () => (await stored()) === null);

/** Null where there is no copy, or a torn one; it fails where the cache cannot be asked just now. */
async function readCopy(cache: Cache): Promise<string | null> {
  const copy = await cache.match(IDENTITY);
  const text = (await copy?.text().catch(noteFailure)) ?? '';
  return ID.test(text) ? text : null;
}

/** Of a device that has an id. */
export async function copyDeviceId(): Promise<void> {
  const cache = await shadowPlace();
  const deviceId = await stored();
  if (cache && deviceId !== null && (await readCopy(cache)) !== deviceId)
    await cache.put(IDENTITY, new Response(deviceId));
}

/** In one transaction, so that the receipts of a lost database come back once, and all of them (S25). */
const store = (deviceId: string, receipts: readonly ReceiptRow[]): Promise<string> =>
  db.transaction('rw', [db.device, db.receipts], async () => {
    const meanwhile = await stored(); // Another window was as early.
    if (meanwhile !== null) return meanwhile;
    const here = new Set(await db.receipts.toCollection().primaryKeys());
    await db.receipts.bulkAdd(receipts.filter(({ id }) => !here.has(id)));
    await db.device.put({ id: 'identity', deviceId });
    return deviceId;
  });

/**
 * The id that the lost database had, and with it the week's receipts; a device that never had one gets its own. Copies
 * that cannot be read just now make no other device of it: that is a failure.
 */
async function find(): Promise<string> {
  const cache = await shadowPlace();
  const copied = cache && (await readCopy(cache));
  const receipts = cache ? await readReceiptCopies(cache) : [];
  const deviceId = await store(copied ?? crypto.randomUUID(), receipts);
  await copyDeviceId().catch(noteFailure);
  return deviceId;
}

/**
 * The id by which the provider knows this device. It outlives every sign-out. The first call makes it, hence not to be
 * asked inside a live query.
 */
export const readDeviceId = (): Promise<string> => storing(async () => (await stored()) ?? find());

/** What people tell one tablet from another by, on its own screen and in the administrator's list. */
export const deviceCode = shortId;
