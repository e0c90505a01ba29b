import { correctedInstant } from '#domain/time/clock.ts';
import { db } from '../database/database.ts';
import { storing } from '../base/problem.ts';
import type { DeviceRow } from '../database/device-records.ts';

/** What lies here unsent, whoever it belongs to: numbers and a time, which need nobody's key. */
export interface DeviceCensus {
  readonly unsent: number;
  readonly attention: number;
  /** When the oldest was confirmed, on the provider's clock (S15); null when there is none. */
  readonly oldestCapturedAt: string | null;
}

const attentionOf = (ownerId: unknown) =>
  db.entries
    .where('[ownerId+standing+capturedAt]')
    .between([ownerId, 'attention', -Infinity], [ownerId, 'attention', Infinity])
    .count();

const oldestOf = (ownerId: unknown) =>
  db.entries.where('[ownerId+capturedAt]').between([ownerId, -Infinity], [ownerId, Infinity]).first();

/** Over everybody's entries. */
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

/** What the provider was last told. */
export async function readReport(): Promise<ReportRow | null> {
  const row = await db.device.get('report');
  return row?.id === 'report' ? row : null;
}

export const saveReport = (report: Omit<ReportRow, 'id'>): Promise<void> =>
  storing(async () => {
    await db.device.put({ id: 'report', ...report });
  });

/** The next report is sent whatever was told before. */
export const makeReportDue = (): Promise<void> =>
  storing(() =>
    db.transaction('rw', db.device, async () => {
      const last = await readReport();
      if (last) await db.device.put({ ...last, sentAt: 0 });
    }),
  );
