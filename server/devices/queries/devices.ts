import { type SQL, and, count, eq, gt, gte, lt, max, sql } from 'drizzle-orm';
import {
  DEVICE_HEARD_FOR_MS,
  DEVICE_IDLE_AFTER_MS,
  DEVICE_QUIET_AFTER_MS,
  UNSENT_DEVICES_MAX,
  type Device,
  type DeviceList,
  type DeviceStatus,
  type DevicesQuery,
  type UnsentDevices,
} from '#contract/records/people/devices.ts';
import { BRIGADE_PREPARATION_DAYS } from '#domain/brigade/closing.ts';
import { addCalendarDays, shiftSpan, type TimeSpan } from '#domain/time/shift.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { devices } from '../../schema/accounts/devices.ts';
import { users } from '../../schema/accounts/accounts.ts';
import { branches } from '../../schema/catalogs.ts';
import { evaluations } from '../../schema/evaluation/evaluations.ts';
import { searchTextCondition } from '../../platform/database/queries/search.ts';

const deviceStatusSql = (now: Date): SQL<DeviceStatus> => {
  const isOlderThan = (ms: number) =>
    sql`${devices.lastSeenAt} <= ${new Date(now.getTime() - ms).toISOString()}::timestamptz`;
  return sql<DeviceStatus>`case
    when ${devices.isRetired} then 'retired'
    when ${devices.unsent} > 0 then case when ${isOlderThan(DEVICE_QUIET_AFTER_MS)} then 'quiet' else 'pending' end
    when ${isOlderThan(DEVICE_IDLE_AFTER_MS)} then 'idle'
    else 'clear' end`;
};

const deviceColumnsAt = (now: Date) => ({
  device: devices,
  standing: deviceStatusSql(now),
  lastUserName: users.displayName,
  branchName: branches.name,
});

const selectDevices = (db: Executor, now: Date) =>
  db
    .select(deviceColumnsAt(now))
    .from(devices)
    .innerJoin(users, eq(users.id, devices.lastUserId))
    .leftJoin(branches, eq(branches.id, devices.branchId))
    .$dynamic();

const toDevice = ({
  device,
  standing,
  lastUserName,
  branchName,
}: Awaited<ReturnType<typeof selectDevices>>[number]): Device => ({
  id: device.id,
  name: device.name,
  standing,
  unsent: device.unsent,
  attention: device.attention,
  oldest_captured_at: device.oldestCapturedAt?.toISOString() ?? null,
  storage_used: device.storageUsed,
  storage_quota: device.storageQuota,
  storage_persisted: device.storagePersisted,
  browser: device.browser,
  last_user_name: lastUserName,
  branch_name: branchName,
  first_seen_at: device.firstSeenAt.toISOString(),
  last_seen_at: device.lastSeenAt.toISOString(),
  revision: device.revision,
});

export async function findDevice(db: Executor, id: string, now: Date): Promise<Device | null> {
  const [row] = await selectDevices(db, now).where(eq(devices.id, id));
  return row ? toDevice(row) : null;
}

/** Text that the search examines. Includes the short code (`shortId`) that the device shows on screen. */
const deviceSearchTextSql = sql`fold_text(concat_ws(' ', ${devices.name}, left(${devices.id}::text, 8), ${users.displayName}, ${branches.name}))`;

const DEVICE_SORT_COLUMNS: Readonly<Record<string, SQL>> = {
  name: sql`${devices.name} collate "es-x-icu"`,
  last_seen_at: sql`${devices.lastSeenAt}`,
  oldest_captured_at: sql`${devices.oldestCapturedAt}`,
  unsent: sql`${devices.unsent}`,
};

/**
 * Returns the order of the devices. If the request names no column, devices that stopped reporting come first, then the most
 * recently seen ones.
 */
function deviceOrderSql({ sort = '', direction }: DevicesQuery, now: Date): SQL[] {
  const column = Object.hasOwn(DEVICE_SORT_COLUMNS, sort) ? DEVICE_SORT_COLUMNS[sort] : undefined;
  if (!column)
    return [sql`${deviceStatusSql(now)} = 'quiet' desc`, sql`${devices.lastSeenAt} desc`, sql`${devices.id}`];
  const way = direction === 'desc' ? sql`desc` : sql`asc`;
  return [sql`${column} ${way} nulls last`, sql`${devices.id} ${way}`];
}

const listReports = async (db: Executor, branchId: string, where: SQL | undefined) => {
  const rows = await db
    .select({ id: devices.id, name: devices.name, unsent: devices.unsent, lastSeenAt: devices.lastSeenAt })
    .from(devices)
    .where(and(eq(devices.branchId, branchId), eq(devices.isRetired, false), where))
    .orderBy(devices.lastSeenAt, devices.id)
    .limit(UNSENT_DEVICES_MAX);
  return rows.map(({ lastSeenAt, ...device }) => ({ ...device, last_seen_at: lastSeenAt.toISOString() }));
};

/**
 * Returns the time from which a report says that its device has no entries of the day. Until the day is over, that is the last
 * registration of the branch that the server knows, and at most DEVICE_HEARD_FOR_MS ago, because the work may continue.
 */
async function findEndOfWork(
  db: Executor,
  branchId: string,
  { start, end }: TimeSpan,
  now: Date,
): Promise<Date> {
  // No registration is later than the present, and the database cannot store the end of the year 9999.
  const [from, to] = [new Date(start), new Date(Math.min(end, now.getTime() + DEVICE_HEARD_FOR_MS))];
  const [row] = await db
    .select({ last: max(evaluations.startedAt) })
    .from(evaluations)
    .where(
      and(
        eq(evaluations.branchId, branchId),
        gte(evaluations.startedAt, from),
        lt(evaluations.startedAt, to),
      ),
    );
  const quietAt = Math.max(row?.last?.getTime() ?? start, now.getTime() - DEVICE_HEARD_FOR_MS);
  return new Date(Math.min(quietAt, end));
}

/**
 * Returns the branch's devices whose last report has unsent entries and, for a day, those that may hold entries of it without
 * having reported them.
 */
export async function listUnsentDevices(
  db: Executor,
  branchId: string,
  day: string | undefined,
  now: Date,
): Promise<UnsentDevices> {
  const items = await listReports(db, branchId, gt(devices.unsent, 0));
  if (day === undefined) return { items };
  const span = shiftSpan(day, 'day');
  const preparedFrom = shiftSpan(addCalendarDays(day, -BRIGADE_PREPARATION_DAYS), 'day').start;
  const where = and(
    eq(devices.unsent, 0),
    gte(devices.lastSeenAt, new Date(preparedFrom)),
    lt(devices.lastSeenAt, await findEndOfWork(db, branchId, span, now)),
  );
  return { items, silent: await listReports(db, branchId, where) };
}

/** Returns one page of the devices of all branches. Retired devices are included only on request. */
export async function listDevices(db: Executor, query: DevicesQuery, now: Date): Promise<DeviceList> {
  const { q, standing, include_inactive, page, page_size } = query;
  const where = and(
    searchTextCondition(deviceSearchTextSql, q),
    standing && eq(deviceStatusSql(now), standing),
    include_inactive || standing === 'retired' ? undefined : eq(devices.isRetired, false),
  );
  const rows = await selectDevices(db, now)
    .where(where)
    .orderBy(...deviceOrderSql(query, now))
    .limit(page_size)
    .offset((page - 1) * page_size);
  const [total] = await db
    .select({ value: count() })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.lastUserId))
    .leftJoin(branches, eq(branches.id, devices.branchId))
    .where(where);
  return { items: rows.map(toDevice), total_count: total?.value ?? 0, page, page_size };
}
