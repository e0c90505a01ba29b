import { and, eq, or } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection/client.ts';
import { users } from '../../schema/accounts/accounts.ts';
import { devices } from '../../schema/accounts/devices.ts';

/** Returns true if the account is the first or the most recent user of the device with that key. */
export async function isFirstOrLastDeviceUser(
  db: Executor,
  deviceKey: Buffer,
  email: string,
): Promise<boolean> {
  const [row] = await db
    .select({ id: devices.id })
    .from(devices)
    .innerJoin(users, or(eq(users.id, devices.firstUserId), eq(users.id, devices.lastUserId)))
    .where(and(eq(devices.deviceKey, deviceKey), eq(devices.isRetired, false), eq(users.email, email)))
    .limit(1);
  return row !== undefined;
}
