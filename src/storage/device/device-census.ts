import { correctedInstant } from '#domain/time/clock.ts';
import { db } from '../database/database.ts';
import { storing } from '../base/problem.ts';
import type { DeviceRow } from '../database/device-records.ts';

/** Unsent entries of all users on this device: counts and a time, which require no user's key. */
export interface DeviceCensus {
  readonly unsent: number;
  readonly attention: number;
  /** Time at which the oldest entry was confirmed, by the server's clock (S15); null without entries. */
  readonly oldestCapturedAt: string | null;
}

const attentionOf = (ownerId: unknown) =>
  db.entries
    .where('[ownerId+standing+capturedAt]')
    .between([ownerId, 'attention', -Infinity], [ownerId, 'attention', Infinity])
    .count();

const oldestOf = (ownerId: unknown) =>
  db.entries.where('[ownerId+capturedAt]').between([ownerId, -Infinity], [ownerId, Infinity]).first();

/** Counts the entries of all users. */
export async function countDevice(): Promise<DeviceCensus> {
  const [unsent, owners] = await Promise.all([
    db.entries.count(),
    db.entries.orderBy('ownerId').uniqueKeys(),
  ]);
  const [attention, oldest] = await Promise.all([
    Promise.all(owners.map(attentionOf)),
    Promise.all(owners.map(oldestOf)),
  ]);
  const instants = oldest.flatMap((row) => (row ? [correctedInstant(row.capturedAt, row.clockOffset)] : []));
  return {
    unsent,
    attention: attention.reduce((sum, count) => sum + count, 0),
    oldestCapturedAt: instants.sort()[0] ?? null,
  };
}

export type ReportRow = Extract<DeviceRow, { id: 'report' }>;

/** Returns the last report to the server; null before the first one. */
export async function readReport(): Promise<ReportRow | null> {
  const row = await db.device.get('report');
  return row?.id === 'report' ? row : null;
}

export const saveReport = (report: Omit<ReportRow, 'id'>): Promise<void> =>
  storing(async () => {
    await db.device.put({ id: 'report', ...report });
  });

/** Makes the next report due, even if nothing has changed since the last one. */
export const makeReportDue = (): Promise<void> =>
  storing(() =>
    db.transaction('rw', db.device, async () => {
      const last = await readReport();
      if (last) await db.device.put({ ...last, sentAt: 0 });
    }),
  );
