import { QueueNumber } from '#contract/primitives.ts';

/** Count of the queue numbers that a device has given at one branch (S28). */
export interface QueueNumberCount {
  /** Letters in front of the device's numbers, unique within the branch; null until the server has assigned them. */
  readonly letters: string | null;
  /** Number given last; 0 before the first one. */
  readonly last: number;
  /** Day (YYYY-MM-DD) that the server stated in its response to the last report; '' before the first response. */
  readonly day: string;
  /** Value of `last` when the last report was sent. */
  readonly told: number;
}

export const NO_QUEUE_NUMBERS: QueueNumberCount = { letters: null, last: 0, day: '', told: 0 };

/**
 * Highest queue number. No device registers this many patients in a day; a count that continues for weeks without network
 * restarts at 1 after this number.
 */
export const HIGHEST_QUEUE_NUMBER = 9_999;

/** Returns a queue number that was stored, sent or read from a rescue file; null for any other value. */
export const validQueueNumber = (told: unknown): string | null => QueueNumber.safeParse(told).data ?? null;

/** Returns the next queue number and the updated count; null for a device without letters. */
export function nextQueueNumber(
  count: QueueNumberCount,
): { readonly turn: string; readonly count: QueueNumberCount } | null {
  if (count.letters === null) return null;
  const last = count.last >= HIGHEST_QUEUE_NUMBER ? 1 : count.last + 1;
  return { turn: `${count.letters}-${last}`, count: { ...count, last } };
}

/** Server's response to a report. `told` is the last number when the report was sent. */
export interface ReportedQueueNumbers {
  readonly letters: string;
  readonly today: string;
  readonly told: number;
}

/**
 * Returns the count after the server responded to a report. The numbers restart at 1 on a new day of the server, unless a
 * number was given after the last report of an earlier day, because it may have been given today. The device's clock is
 * ignored, so that no number is given twice in a day.
 */
export function queueNumbersAfterReport(
  count: QueueNumberCount,
  { letters, today, told }: ReportedQueueNumbers,
): QueueNumberCount {
  if (today < count.day) return { ...count, letters };
  const begins = today > count.day && count.last === count.told;
  return begins ? { letters, last: 0, day: today, told: 0 } : { letters, last: count.last, day: today, told };
}

/** Returns whether a number was given after the last report. */
export const hasUnreportedQueueNumber = ({ letters, last, told }: QueueNumberCount): boolean =>
  letters !== null && last !== told;
