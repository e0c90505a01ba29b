import { and, count, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { DeviceReport } from '#contract/records/people/devices.ts';
import { toPlausibleInstant } from '../../platform/access/plausible-instant.ts';
import type { AuditContext } from '../../platform/access/audit-context.ts';
import type { Database, Executor, Transaction } from '../../platform/database/connection/client.ts';
import { devices } from '../../schema/accounts/devices.ts';
import { AppError } from '../../platform/base/errors.ts';

/**
 * Maximum number of new devices per user and day. Users rarely change tablets, and a program that invents device ids must not
 * be able to fill the table.
 */
export const MAX_NEW_DEVICES_PER_USER_DAY = 20;
const DAY_MS = 24 * 60 * 60_000;
const RETRY_AFTER_SECONDS = 60 * 60;

const reportedColumnsOf = ({ actor, branchId, device, at }: AuditContext, report: DeviceReport) => ({
  unsent: report.unsent,
  attention: report.attention,
  oldestCapturedAt:
    report.oldest_captured_at === null ? null : toPlausibleInstant(new Date(report.oldest_captured_at), at),
  storageUsed: report.storage_used,
  storageQuota: report.storage_quota,
  storagePersisted: report.storage_persisted,
  browser: device,
  lastUserId: actor.userId,
  branchId,
  lastSeenAt: at,
});

/**
 * Columns that every report sets. A report from a retired tablet makes the tablet active again, which raises the row's
 * revision.
 */
const reactivationColumns = {
  isRetired: false,
  revision: sql`${devices.revision} + ${devices.isRetired}::integer`,
};

async function rejectTooManyNewDevices(tx: Transaction, { actor, at }: AuditContext): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`new device ${actor.userId}`}, 0))`);
  const since = new Date(at.getTime() - DAY_MS);
  const [made] = await tx
    .select({ value: count() })
    .from(devices)
    .where(and(eq(devices.firstUserId, actor.userId), gt(devices.firstSeenAt, since)));
  if ((made?.value ?? 0) >= MAX_NEW_DEVICES_PER_USER_DAY)
    throw new AppError('rate_limited', 'Demasiados dispositivos nuevos en un día.', {
      retryAfter: RETRY_AFTER_SECONDS,
    });
}

/**
 * Id of the reporting device, and the thumbprint of the key that signed the report; the thumbprint is null for an early version
 * of the app, which does not sign reports.
 */
export interface ReportingDevice {
  readonly id: string;
  readonly key: Buffer | null;
}

async function addOrUpdateDevice(
  tx: Transaction,
  reporter: ReportingDevice,
  trace: AuditContext,
  report: DeviceReport,
): Promise<void> {
  await rejectTooManyNewDevices(tx, trace);
  const { id, key: deviceKey } = reporter;
  const own = { firstUserId: trace.actor.userId, firstSeenAt: trace.at, deviceKey };
  const made = await tx
    .insert(devices)
    .values({ id, ...reportedColumnsOf(trace, report), ...own })
    .onConflictDoNothing();
  // No row was inserted if the device already has one, for example from a concurrent report; that row is then updated.
  if (made.rowCount === 0 && !(await updateDevice(tx, reporter, trace, report))) throw otherDeviceError();
}

const otherDeviceError = () =>
  new AppError('device_of_another', 'Este informe no lo firma el dispositivo que lleva ese código.');

/**
 * Updates the device's row. Returns false if no row has this id and accepts the report's key. The first signed report stores
 * its key in the row; reports signed with other keys are then rejected.
 */
async function updateDevice(
  db: Executor,
  { id, key }: ReportingDevice,
  trace: AuditContext,
  report: DeviceReport,
): Promise<boolean> {
  const isItsOwn =
    key === null ? isNull(devices.deviceKey) : or(isNull(devices.deviceKey), eq(devices.deviceKey, key));
  const { rowCount } = await db
    .update(devices)
    .set({ ...reportedColumnsOf(trace, report), ...reactivationColumns, ...(key && { deviceKey: key }) })
    .where(and(eq(devices.id, id), isItsOwn));
  return (rowCount ?? 0) > 0;
}

/**
 * Stores a tablet's report in place of the previous report. Writes no log entry, because tablets send reports all day.
 * @throws device_of_another if the report is not signed with the device's stored key
 */
export async function storeDeviceReport(
  db: Database,
  reporter: ReportingDevice,
  trace: AuditContext,
  report: DeviceReport,
): Promise<void> {
  if (await updateDevice(db, reporter, trace, report)) return;
  await db.transaction((tx) => addOrUpdateDevice(tx, reporter, trace, report));
}
