import * as z from 'zod/mini';
import {
  queueNumbersAfterReport,
  HIGHEST_QUEUE_NUMBER,
  NO_QUEUE_NUMBERS,
  type QueueNumberReportResponse,
} from '#domain/queue-number.ts';
import { runStorageOperation } from '../base/problem.ts';
import { db } from '../database/database.ts';
import type { DeviceRow, QueueNumbersId } from '../database/device-records.ts';

export type QueueNumberCounterRow = Extract<DeviceRow, { id: QueueNumbersId }>;

const LastQueueNumber = z.int().check(z.minimum(0), z.maximum(HIGHEST_QUEUE_NUMBER));
const StoredQueueNumberCounter = z.object({
  counterId: z.uuid(),
  letters: z.nullable(z.string().check(z.regex(/^[A-Z]{1,3}$/))),
  last: LastQueueNumber,
  day: z._default(z.string().check(z.maxLength(10)), NO_QUEUE_NUMBERS.day),
  told: z._default(LastQueueNumber, NO_QUEUE_NUMBERS.told),
});

const COUNTER_ID_PREFIX = 'turns:';
const counterRowIdOf = (branchId: string): QueueNumbersId => `${COUNTER_ID_PREFIX}${branchId}`;

/**
 * Returns this device's counter of queue numbers at the branch. Null if no counter exists or the stored one is invalid;
 * counting then begins again.
 */
export async function readQueueNumberCounter(branchId: string): Promise<QueueNumberCounterRow | null> {
  const id = counterRowIdOf(branchId);
  return parseQueueNumberCounter(id, await db.device.get(id));
}

function parseQueueNumberCounter(
  id: QueueNumbersId,
  row: DeviceRow | undefined,
): QueueNumberCounterRow | null {
  const kept = StoredQueueNumberCounter.safeParse(row);
  return kept.success ? { id, ...kept.data } : null;
}

/**
 * Returns true if this device calls patients by queue numbers. A server that received a report and assigned no letters does not
 * support queue numbers (S23).
 */
export async function mayQueueNumbersBeUsed(): Promise<boolean> {
  const [counts, report] = await Promise.all([
    db.device.where('id').startsWith(COUNTER_ID_PREFIX).toArray(),
    db.device.get('report'),
  ]);
  return report === undefined || counts.some((row) => StoredQueueNumberCounter.safeParse(row).data?.letters);
}

/**
 * Returns the counter at the branch and creates it if it is missing. The counter has no backup (S25): after the loss of its
 * database a device does not know its last number, and the server assigns it other letters.
 */
export const ensureQueueNumberCounter = (branchId: string): Promise<QueueNumberCounterRow> =>
  runStorageOperation(() =>
    db.transaction('rw', db.device, async () => {
      const kept = await readQueueNumberCounter(branchId);
      if (kept) return kept;
      const row: QueueNumberCounterRow = {
        id: counterRowIdOf(branchId),
        counterId: crypto.randomUUID(),
        ...NO_QUEUE_NUMBERS,
      };
      await db.device.put(row);
      return row;
    }),
  );

/**
 * Stores the queue letters that the server returned for a report. `asked`: counter at the time of the report; a newer counter
 * is not changed.
 */
export const storeQueueNumberReportResult = (
  asked: QueueNumberCounterRow,
  said: Omit<QueueNumberReportResponse, 'told'>,
): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', db.device, async () => {
      const row = parseQueueNumberCounter(asked.id, await db.device.get(asked.id));
      if (row?.counterId !== asked.counterId) return;
      await db.device.put({ ...row, ...queueNumbersAfterReport(row, { ...said, told: asked.last }) });
    }),
  );
