import type { DeviceSecret } from '#contract/device-proof.ts';
import { shortId } from '#domain/text/short-id.ts';
import { runStorageOperation } from '../base/problem.ts';
import { backUpDevice, restoreOrCreateDevice } from '../backup/backup.ts';
import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';
import type { DeviceRow } from '../database/device-records.ts';

type IdentityRow = Extract<DeviceRow, { id: 'identity' }>;

export interface DeviceIdentity {
  readonly deviceId: string;
  /** Private secret with which the device signs its reports (S24); null before the first report. */
  readonly secret: DeviceSecret | null;
}

const toDeviceIdentity = ({ deviceId, secret }: IdentityRow): DeviceIdentity => ({
  deviceId,
  secret: secret ?? null,
});

/**
 * Returns this device's identity, which outlives every sign-out. The first call creates the identity or restores it from its
 * backup after the loss of the database (S25). The call may therefore write and must not run inside a live query.
 */
export const ensureDeviceIdentity = (): Promise<DeviceIdentity> =>
  runStorageOperation(async () =>
    toDeviceIdentity((await readDeviceRow('identity')) ?? (await restoreOrCreateDevice())),
  );

/**
 * Returns the secret that the database has; null before the first report. Does not search the backup, so that a sign-in does
 * not wait for it.
 */
export const readDeviceSecret = (): Promise<DeviceSecret | null> =>
  runStorageOperation(async () => (await readDeviceRow('identity'))?.secret ?? null);

export const ensureDeviceId = async (): Promise<string> => (await ensureDeviceIdentity()).deviceId;

const createIdentityRow = (): IdentityRow => ({ id: 'identity', deviceId: crypto.randomUUID() });

/**
 * Stores the secret unless the device already has one, and returns the identity that is then valid. A secret is backed up
 * before its first use.
 */
export const storeDeviceSecretIfNone = (secret: DeviceSecret): Promise<DeviceIdentity> =>
  runStorageOperation(async () => {
    const kept = await db.transaction('rw', db.device, async () => {
      const row = (await readDeviceRow('identity')) ?? createIdentityRow();
      const named = { ...row, secret: row.secret ?? secret };
      await db.device.put(named);
      return named;
    });
    await backUpDevice();
    return toDeviceIdentity(kept);
  });

/**
 * Gives the device a new id when the server knows the current id with another secret; the server then sees a new device. Does
 * nothing if the current id is not `refused`.
 */
export const renewDeviceIdentity = (refused: string): Promise<void> =>
  runStorageOperation(async () => {
    await db.transaction('rw', db.device, async () => {
      if ((await readDeviceRow('identity'))?.deviceId === refused) await db.device.put(createIdentityRow());
    });
    await backUpDevice();
  });

/** Returns a short code of the device id, which identifies a tablet on its own screen and in the administrator's list. */
export const deviceCode = shortId;
