import { eq, sql } from 'drizzle-orm';
import type { Device, DeviceChange } from '#contract/records/people/devices.ts';
import type { AuditContext } from '../../platform/access/audit-context.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { devices } from '../../schema/accounts/devices.ts';
import { notFoundError } from '../../platform/base/errors.ts';
import { findDevice } from '../queries/devices.ts';
import { recordActivity } from '../../audit/index.ts';
import { type IfMatch, requireCurrentRevision } from '../../platform/base/row-revision.ts';

type DeviceRow = typeof devices.$inferSelect;

async function lockDevice(tx: Transaction, id: string): Promise<DeviceRow> {
  const [row] = await tx.select().from(devices).where(eq(devices.id, id)).for('no key update');
  if (!row) throw notFoundError('Dispositivo no encontrado.');
  return row;
}

async function readDevice(tx: Transaction, id: string, { at }: AuditContext): Promise<Device> {
  const device = await findDevice(tx, id, at);
  if (!device) throw new Error('A locked device no longer exists');
  return device;
}

/**
 * Sets a tablet's name or retires the tablet. A request for the state that the tablet already has succeeds, so that the
 * administrator's device can retry a change after a lost response (RFC 9110 13.1.1).
 * @throws not_found, precondition_failed
 */
export async function changeDevice(
  tx: Transaction,
  { trace, id, ifMatch }: { readonly trace: AuditContext; readonly id: string; readonly ifMatch: IfMatch },
  { name, is_retired: isRetired }: DeviceChange,
): Promise<Device> {
  const row = await lockDevice(tx, id);
  const wanted = { name: name === undefined ? row.name : name, isRetired: isRetired ?? row.isRetired };
  const changed = (['name', 'isRetired'] as const).filter((column) => wanted[column] !== row[column]);
  if (changed.length === 0) return readDevice(tx, id, trace);
  requireCurrentRevision(row, ifMatch);
  await tx
    .update(devices)
    .set({ ...wanted, revision: sql`${devices.revision} + 1` })
    .where(eq(devices.id, id));
  const device = await readDevice(tx, id, trace);
  // The log entry records only that the name changed, because a tablet may be named after a patient or user.
  await recordActivity(tx, trace, { action: 'device_changed', detail: { device_id: id, changed } });
  return device;
}
