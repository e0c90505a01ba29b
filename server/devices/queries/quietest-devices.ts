import { and, asc, eq, gt, lte } from 'drizzle-orm';
import { DEVICE_QUIET_AFTER_MS } from '#contract/records/people/devices.ts';
import type { SystemState } from '#contract/records/system.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { branches } from '../../schema/catalogs.ts';
import { devices } from '../../schema/accounts/devices.ts';

const MAX_LISTED_QUIET_DEVICES = 10;

/**
 * Returns the devices that have unsent entries and have not sent a report for an hour, at most MAX_LISTED_QUIET_DEVICES. The
 * device with the oldest report comes first.
 */
export async function quietestDevices(db: Executor, now: Date): Promise<SystemState['devices']['quietest']> {
  const quietBefore = new Date(now.getTime() - DEVICE_QUIET_AFTER_MS);
  const rows = await db
    .select({ device: devices, branchName: branches.name })
    .from(devices)
    .leftJoin(branches, eq(branches.id, devices.branchId))
    .where(and(eq(devices.isRetired, false), gt(devices.unsent, 0), lte(devices.lastSeenAt, quietBefore)))
    .orderBy(asc(devices.lastSeenAt), asc(devices.id))
    .limit(MAX_LISTED_QUIET_DEVICES);
  return rows.map(({ device: { id, name, unsent, lastSeenAt }, branchName }) => ({
    id,
    name,
    branch_name: branchName,
    unsent,
    last_seen_at: lastSeenAt.toISOString(),
  }));
}
