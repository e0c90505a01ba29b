import { toServerInstant } from '#domain/time/clock.ts';
import { db } from '../database/database.ts';
import { runStorageOperation } from '../base/problem.ts';
import type { DeviceRow } from '../database/device-records.ts';

/** Counts the unsent entries of this user. */
export const countUnsentOf = (ownerId: string): Promise<number> => db.entries.where({ ownerId }).count();

/** Counts and oldest time of the unsent entries of all users on this device. No user's key is needed to compute them. */
export interface DeviceUnsentCounts {
  readonly unsent: number;
  readonly attention: number;
  /** Confirmation time of the oldest entry by the server's clock (S15); null if there are no entries. */
  readonly oldestCapturedAt: string | null;
}

const countAttentionEntries = (ownerId: unknown) =>
  db.entries
    .where('[ownerId+standing+capturedAt]')
    .between([ownerId, 'attention', -Infinity], [ownerId, 'attention', Infinity])
    .count();

const findOldestEntry = (ownerId: unknown) =>
  db.entries.where('[ownerId+capturedAt]').between([ownerId, -Infinity], [ownerId, Infinity]).first();

export async function countUnsentOnDevice(): Promise<DeviceUnsentCounts> {
  const [unsent, owners] = await Promise.all([
    db.entries.count(),
    db.entries.orderBy('ownerId').uniqueKeys(),
  ]);
  const [attention, oldest] = await Promise.all([
    Promise.all(owners.map(countAttentionEntries)),
    Promise.all(owners.map(findOldestEntry)),
  ]);
  const instants = oldest.flatMap((row) => (row ? [toServerInstant(row.capturedAt, row.clockOffset)] : []));
  return {
    unsent,
    attention: attention.reduce((sum, count) => sum + count, 0),
    oldestCapturedAt: instants.sort()[0] ?? null,
  };
}

export type DeviceReportRow = Extract<DeviceRow, { id: 'report' }>;

export async function readDeviceReport(): Promise<DeviceReportRow | null> {
  const row = await db.device.get('report');
  return row?.id === 'report' ? row : null;
}

export const saveDeviceReport = (report: Omit<DeviceReportRow, 'id'>): Promise<void> =>
  runStorageOperation(async () => {
    await db.device.put({ id: 'report', ...report });
  });

/** Makes the next report due, even if nothing has changed since the last one. */
export const makeDeviceReportDue = (): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', db.device, async () => {
      const last = await readDeviceReport();
      if (last) await db.device.put({ ...last, sentAt: 0 });
    }),
  );
