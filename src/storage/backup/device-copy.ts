import type { DeviceSecret } from '#contract/device-proof.ts';
import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';
import { readKeyTreatment, type KeyTreatment } from '../database/provider-traits.ts';
import type { ReceiptRow } from '../database/records.ts';
import type { DeviceRow } from '../database/device-records.ts';
import { IDENTITY, noteFailure, openBackups } from './copy-cache.ts';
import { readReceiptCopies } from './receipt-copies.ts';

/** The id, what the provider was last seen to do with keys, and the secret: x, y and d. */
const COPY =
  /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?: (kept|ignored|unknown))?(?: ([\w-]{43})\.([\w-]{43})\.([\w-]{43}))?$/;

type IdentityRow = Extract<DeviceRow, { id: 'identity' }>;

interface Device {
  readonly row: IdentityRow;
  /** Without it, what comes back would be sent to a provider without keys as if it kept them (S23). */
  readonly treatment: KeyTreatment;
}

const textOf = ({ row: { deviceId, secret }, treatment }: Device): string =>
  [deviceId, treatment, ...(secret ? [[secret.x, secret.y, secret.d].join('.')] : [])].join(' ');

/** Null where there is no copy, or a torn one; it fails where the cache cannot be asked just now. */
async function readCopy(cache: Cache): Promise<Device | null> {
  const copy = await cache.match(IDENTITY);
  const text = (await copy?.text().catch(noteFailure)) ?? '';
  const [, deviceId, treatment = 'unknown', x, y, d] = COPY.exec(text) ?? [];
  if (deviceId === undefined) return null;
  const secret: DeviceSecret | null = x && y && d ? { kty: 'EC', crv: 'P-256', x, y, d } : null;
  return {
    row: { id: 'identity', deviceId, ...(secret && { secret }) },
    treatment: treatment as KeyTreatment,
  };
}

/** Of a device that has an id. */
async function copyDevice(): Promise<void> {
  const cache = await openBackups();
  const [row, treatment] = await Promise.all([readDeviceRow('identity'), readKeyTreatment()]);
  if (!cache || !row) return;
  const text = textOf({ row, treatment });
  const copied = await readCopy(cache);
  if (copied && textOf(copied) === text) return;
  await cache.put(IDENTITY, new Response(text));
}

/** In the transaction that gives a new database its id. */
async function putBackFacts(treatment: KeyTreatment): Promise<void> {
  if (treatment !== 'unknown' && (await readKeyTreatment()) === 'unknown')
    await db.device.put({ id: 'provider-traits', idempotency: treatment });
  // Whether somebody had signed out here or locked the screen is lost: the cookie alone lets nobody in (S16).
  if (!(await db.accounts.get('current'))) await db.device.put({ id: 'pending-sign-out', since: Date.now() });
}

/** In one transaction, so that the receipts of a lost database come back once, and all of them. */
const putBack = (
  copied: Device | null,
  receipts: readonly ReceiptRow[],
  wasHere: boolean,
): Promise<IdentityRow> =>
  db.transaction('rw', [db.accounts, db.device, db.receipts], async () => {
    const meanwhile = await readDeviceRow('identity'); // Another window was as early.
    if (meanwhile) return meanwhile;
    const here = new Set(await db.receipts.toCollection().primaryKeys());
    await db.receipts.bulkAdd(receipts.filter(({ id }) => !here.has(id)));
    if (wasHere) await putBackFacts(copied?.treatment ?? 'unknown');
    const row = copied?.row ?? { id: 'identity', deviceId: crypto.randomUUID() };
    await db.device.put(row);
    return row;
  });

/** Makes the copy of the device's id and secret now. A failure is reported: the device works without. */
export const backUpDevice = (): Promise<void> => copyDevice().catch(noteFailure);

async function putBackFromCopies(): Promise<IdentityRow> {
  const cache = await openBackups();
  const copied = cache && (await readCopy(cache));
  const receipts = cache ? await readReceiptCopies(cache) : [];
  const wasHere = cache !== null && (await cache.keys()).length > 0;
  return putBack(copied, receipts, wasHere);
}

/**
 * Gives a database without an id the one that the lost database had, and with it the week's receipts; a device that never
 * had an id gets its own. Answers the row. Copies that cannot be read just now make no other device of it: that is a failure.
 */
export async function restoreDevice(): Promise<IdentityRow> {
  const row = (await readDeviceRow('identity')) ?? (await putBackFromCopies());
  await backUpDevice();
  return row;
}
