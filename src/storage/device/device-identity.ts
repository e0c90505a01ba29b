import type { DeviceSecret } from '#contract/device-proof.ts';
import { shortId } from '#domain/text/short-id.ts';
import { withStorageErrors } from '../base/problem.ts';
import { backUpDevice, restoreDevice } from '../backup/backup.ts';
import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';
import type { DeviceRow } from '../database/device-records.ts';

type IdentityRow = Extract<DeviceRow, { id: 'identity' }>;

/** Identity of this device for the server. */
export interface DeviceIdentity {
  readonly deviceId: string;
  /** Signs the device's reports (S24); null before the first report. */
  readonly secret: DeviceSecret | null;
}

const toIdentity = ({ deviceId, secret }: IdentityRow): DeviceIdentity => ({
  deviceId,
  secret: secret ?? null,
});

/**
 * Returns the identity of this device for the server; it outlives every sign-out. The first call creates it or, after the loss
 * of the database (S25), restores the former one, and therefore must not run inside a live query.
 */
export const ensureIdentity = (): Promise<DeviceIdentity> =>
  withStorageErrors(async () => toIdentity((await readDeviceRow('identity')) ?? (await restoreDevice())));

/**
 * Returns the secret in the database without looking for a backup, so that a sign-in does not wait for one. Null before the
 * first report.
 */
export const readSecret = (): Promise<DeviceSecret | null> =>
  withStorageErrors(async () => (await readDeviceRow('identity'))?.secret ?? null);

export const ensureDeviceId = async (): Promise<string> => (await ensureIdentity()).deviceId;

const newIdentity = (): IdentityRow => ({ id: 'identity', deviceId: crypto.randomUUID() });

/** Stores the secret unless the device has one already; returns the valid identity. A secret is backed up before it is used. */
export const storeSecret = (secret: DeviceSecret): Promise<DeviceIdentity> =>
  withStorageErrors(async () => {
    const kept = await db.transaction('rw', db.device, async () => {
      const row = (await readDeviceRow('identity')) ?? newIdentity();
      const named = { ...row, secret: row.secret ?? secret };
      await db.device.put(named);
      return named;
    });
    await backUpDevice();
    return toIdentity(kept);
  });

/**
 * Replaces the device id when the server knows it with another secret; for the server this is then a new device. Does nothing
 * if the current id is no longer `refused`.
 */
export const renewIdentity = (refused: string): Promise<void> =>
  withStorageErrors(async () => {
    await db.transaction('rw', db.device, async () => {
      if ((await readDeviceRow('identity'))?.deviceId === refused) await db.device.put(newIdentity());
    });
    await backUpDevice();
  });

/** Returns the code that distinguishes tablets, on their own screen and in the administrator's list. */
export const deviceCode = shortId;
