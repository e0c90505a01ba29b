import type { DeviceSecret } from '#contract/device-proof.ts';
import { shortId } from '#domain/text/short-id.ts';
import { db } from '../database/database.ts';
import { storing } from '../base/problem.ts';
import { readKeyTreatment, type KeyTreatment } from './provider-traits.ts';
import type { DeviceRow, ReceiptRow } from '../database/records.ts';
import { IDENTITY, noteFailure, openBackups } from '../copies/backup-cache.ts';
import { readReceiptCopies } from '../copies/backup-receipts.ts';

/** The id, what the provider was last seen to do with keys, and the secret: x, y and d. */
const COPY =
  /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?: (kept|ignored|unknown))?(?: ([\w-]{43})\.([\w-]{43})\.([\w-]{43}))?$/;

/** How the provider knows this device. */
export interface DeviceIdentity {
  readonly deviceId: string;
  /** Signs the device's reports (S24); null before the first one. */
  readonly secret: DeviceSecret | null;
}

interface Device extends DeviceIdentity {
  /** Forgotten, what comes back would be sent to a provider without keys as if it kept them (S23). */
  readonly treatment: KeyTreatment;
}

const stored = async (): Promise<DeviceIdentity | null> => {
  const row = await db.device.get('identity');
  return row?.id === 'identity' ? { deviceId: row.deviceId, secret: row.secret ?? null } : null;
};

const rowOf = ({ deviceId, secret }: DeviceIdentity): DeviceRow => ({
  id: 'identity',
  deviceId,
  ...(secret && { secret }),
});

const textOf = ({ deviceId, treatment, secret }: Device): string =>
  [deviceId, treatment, ...(secret ? [[secret.x, secret.y, secret.d].join('.')] : [])].join(' ');

/** Null where there is no copy, or a torn one; it fails where the cache cannot be asked just now. */
async function readCopy(cache: Cache): Promise<Device | null> {
  const copy = await cache.match(IDENTITY);
  const text = (await copy?.text().catch(noteFailure)) ?? '';
  const [, deviceId, treatment = 'unknown', x, y, d] = COPY.exec(text) ?? [];
  if (deviceId === undefined) return null;
  const secret: DeviceSecret | null = x && y && d ? { kty: 'EC', crv: 'P-256', x, y, d } : null;
  return { deviceId, treatment: treatment as KeyTreatment, secret };
}

/** Of a device that has an id. */
export async function copyDevice(): Promise<void> {
  const cache = await openBackups();
  const [identity, treatment] = await Promise.all([stored(), readKeyTreatment()]);
  if (!cache || !identity) return;
  const text = textOf({ ...identity, treatment });
  const copied = await readCopy(cache);
  if (copied && textOf(copied) === text) return;
  await cache.put(IDENTITY, new Response(text));
}

const newIdentity = (): DeviceIdentity => ({ deviceId: crypto.randomUUID(), secret: null });

/** In the transaction that gives a new database its id. */
async function putBack(treatment: KeyTreatment): Promise<void> {
  if (treatment !== 'unknown' && (await readKeyTreatment()) === 'unknown')
    await db.device.put({ id: 'provider-traits', idempotency: treatment });
  // Whether somebody had signed out here or locked the screen is lost: the cookie alone lets nobody in (S16).
  if (!(await db.accounts.get('current'))) await db.device.put({ id: 'pending-sign-out', since: Date.now() });
}

/** In one transaction, so that the receipts of a lost database come back once, and all of them (S25). */
const store = (
  copied: Device | null,
  receipts: readonly ReceiptRow[],
  wasHere: boolean,
): Promise<DeviceIdentity> =>
  db.transaction('rw', [db.accounts, db.device, db.receipts], async () => {
    const meanwhile = await stored(); // Another window was as early.
    if (meanwhile) return meanwhile;
    const here = new Set(await db.receipts.toCollection().primaryKeys());
    await db.receipts.bulkAdd(receipts.filter(({ id }) => !here.has(id)));
    if (wasHere) await putBack(copied?.treatment ?? 'unknown');
    const { deviceId, secret } = copied ?? newIdentity();
    const identity = { deviceId, secret };
    await db.device.put(rowOf(identity));
    return identity;
  });

/**
 * The id that the lost database had, and with it the week's receipts; a device that never had one gets its own. Copies
 * that cannot be read just now make no other device of it: that is a failure.
 */
async function find(): Promise<DeviceIdentity> {
  const cache = await openBackups();
  const copied = cache && (await readCopy(cache));
  const receipts = cache ? await readReceiptCopies(cache) : [];
  const wasHere = cache !== null && (await cache.keys()).length > 0;
  const identity = await store(copied, receipts, wasHere);
  await copyDevice().catch(noteFailure);
  return identity;
}

/**
 * The id by which the provider knows this device. It outlives every sign-out. The first call makes it, hence not to be
 * asked inside a live query.
 */
export const ensureDeviceId = async (): Promise<string> => (await ensureIdentity()).deviceId;

/** The same with the secret. */
export const ensureIdentity = (): Promise<DeviceIdentity> => storing(async () => (await stored()) ?? find());

/** Gives the device its secret, unless it has one; answers the identity that holds. Its copy is made before it is used. */
export const keepSecret = (secret: DeviceSecret): Promise<DeviceIdentity> =>
  storing(async () => {
    const kept = await db.transaction('rw', db.device, async () => {
      const identity = (await stored()) ?? newIdentity();
      const named = { ...identity, secret: identity.secret ?? secret };
      await db.device.put(rowOf(named));
      return named;
    });
    await copyDevice().catch(noteFailure);
    return kept;
  });

/**
 * The provider knows the id by a secret that is not here: this device becomes another one to it. Nothing happens when the
 * identity is no longer `refused`.
 */
export const renewIdentity = (refused: string): Promise<void> =>
  storing(async () => {
    await db.transaction('rw', db.device, async () => {
      if ((await stored())?.deviceId === refused) await db.device.put(rowOf(newIdentity()));
    });
    await copyDevice().catch(noteFailure);
  });

/** What people tell one tablet from another by, on its own screen and in the administrator's list. */
export const deviceCode = shortId;
