import type { DeviceSecret } from '#contract/device-proof.ts';
import { shortId } from '#domain/text/short-id.ts';
import { storing } from '../base/problem.ts';
import { backUpDevice, restoreDevice } from '../backup/backup.ts';
import { db } from '../database/database.ts';
import { readDeviceRow } from '../database/device-row.ts';
import type { DeviceRow } from '../database/device-records.ts';

type IdentityRow = Extract<DeviceRow, { id: 'identity' }>;

/** How the provider knows this device. */
export interface DeviceIdentity {
  readonly deviceId: string;
  /** Signs the device's reports (S24); null before the first one. */
  readonly secret: DeviceSecret | null;
}

const toIdentity = ({ deviceId, secret }: IdentityRow): DeviceIdentity => ({
  deviceId,
  secret: secret ?? null,
});

/**
 * How the provider knows this device; it outlives every sign-out. The first call makes it, or brings back the lost
 * database's (S25), hence not to be asked inside a live query.
 */
export const ensureIdentity = (): Promise<DeviceIdentity> =>
  storing(async () => toIdentity((await readDeviceRow('identity')) ?? (await restoreDevice())));

/**
 * The secret that is in the database, without looking for a lost one: a sign-in waits for no copy. Null before the first
 * report.
 */
export const readSecret = (): Promise<DeviceSecret | null> =>
  storing(async () => (await readDeviceRow('identity'))?.secret ?? null);

export const ensureDeviceId = async (): Promise<string> => (await ensureIdentity()).deviceId;

const newIdentity = (): IdentityRow => ({ id: 'identity', deviceId: crypto.randomUUID() });

/** Gives the device its secret, unless it has one; answers the identity that holds. Its copy is made before it is used. */
export const keepSecret = (secret: DeviceSecret): Promise<DeviceIdentity> =>
  storing(async () => {
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
 * The provider knows the id by a secret that is not here: this device becomes another one to it. Nothing happens when the
 * identity is no longer `refused`.
 */
export const renewIdentity = (refused: string): Promise<void> =>
  storing(async () => {
    await db.transaction('rw', db.device, async () => {
      if ((await readDeviceRow('identity'))?.deviceId === refused) await db.device.put(newIdentity());
    });
    await backUpDevice();
  });

/** What people tell one tablet from another by, on its own screen and in the administrator's list. */
export const deviceCode = shortId;
