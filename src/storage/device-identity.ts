import { shortId } from '#domain/text/short-id.ts';
import { db } from './database.ts';
import { storing } from './problem.ts';
import { readKeyTreatment, type KeyTreatment } from './provider-traits.ts';
import type { ReceiptRow } from './records.ts';
import { IDENTITY, noteFailure, shadowPlace } from './shadow-place.ts';
import { readReceiptCopies } from './shadow-receipts.ts';

/** The id, and what the provider was last seen to do with keys. */
const COPY = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?: (kept|ignored|unknown))?$/;

interface Device {
  readonly deviceId: string;
  /** Forgotten, what comes back would be sent to a provider without keys as if it kept them (S23). */
  readonly treatment: KeyTreatment;
}

const stored = async (): Promise<string | null> => {
  const row = await db.device.get('identity');
  return row?.id === 'identity' ? row.deviceId : null;
};

/** Null where there is no copy, or a torn one; it fails where the cache cannot be asked just now. */
async function readCopy(cache: Cache): Promise<Device | null> {
  const copy = await cache.match(IDENTITY);
  const text = (await copy?.text().catch(noteFailure)) ?? '';
  const [, deviceId, treatment = 'unknown'] = COPY.exec(text) ?? [];
  return deviceId === undefined ? null : { deviceId, treatment: treatment as KeyTreatment };
}

/** Of a device that has an id. */
export async function copyDevice(): Promise<void> {
  const cache = await shadowPlace();
  const [deviceId, treatment] = await Promise.all([stored(), readKeyTreatment()]);
  if (!cache || deviceId === null) return;
  const copied = await readCopy(cache);
  if (copied?.deviceId === deviceId && copied.treatment === treatment) return;
  await cache.put(IDENTITY, new Response(`${deviceId} ${treatment}`));
}

/** In the transaction that gives a new database its id. */
async function putBack(treatment: KeyTreatment): Promise<void> {
  if (treatment !== 'unknown' && (await readKeyTreatment()) === 'unknown')
    await db.device.put({ id: 'provider-traits', idempotency: treatment });
  // Whether somebody had signed out here or locked the screen is lost: the cookie alone lets nobody in (S16).
  if (!(await db.accounts.get('current'))) await db.device.put({ id: 'pending-sign-out', since: Date.now() });
}

/** In one transaction, so that the receipts of a lost database come back once, and all of them (S25). */
const store = (copied: Device | null, receipts: readonly ReceiptRow[], wasHere: boolean): Promise<string> =>
  db.transaction('rw', [db.accounts, db.device, db.receipts], async () => {
    const meanwhile = await stored(); // Another window was as early.
    if (meanwhile !== null) return meanwhile;
    const here = new Set(await db.receipts.toCollection().primaryKeys());
    await db.receipts.bulkAdd(receipts.filter(({ id }) => !here.has(id)));
    if (wasHere) await putBack(copied?.treatment ?? 'unknown');
    const deviceId = copied?.deviceId ?? crypto.randomUUID();
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
  const wasHere = cache !== null && (await cache.keys()).length > 0;
  const deviceId = await store(copied, receipts, wasHere);
  await copyDevice().catch(noteFailure);
  return deviceId;
}

/**
 * The id by which the provider knows this device. It outlives every sign-out. The first call makes it, hence not to be
 * asked inside a live query.
 */
export const readDeviceId = (): Promise<string> => storing(async () => (await stored()) ?? find());

/** What people tell one tablet from another by, on its own screen and in the administrator's list. */
export const deviceCode = shortId;
