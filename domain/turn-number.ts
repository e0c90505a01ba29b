import { QueueNumber } from '#contract/primitives.ts';

/** Count of the queue numbers that a device has given at one branch (S28). */
export interface QueueNumberCount {
  /** Letters in front of the device's numbers, unique within the branch; null until the server has assigned them. */
  readonly letters: string | null;
  /** Number given last; 0 before the first one. */
  readonly last: number;
  /** Day of the server at the last report that it responded to, YYYY-MM-DD; '' before the first one. */
  readonly day: string;
  /** Value of `last` when that report was sent. */
  readonly told: number;
}

export const NO_QUEUE_NUMBERS: QueueNumberCount = { letters: null, last: 0, day: '', told: 0 };

/**
 * Highest number. No device registers this many patients in a day; a count that continues for weeks without network restarts
 * after it.
 */
export const HIGHEST_QUEUE_NUMBER = 9_999;

/** Validates a queue number that was stored, sent or read from a rescue file; returns null for any other value. */
export const formatQueueNumber = (told: unknown): string | null => QueueNumber.safeParse(told).data ?? null;

/** Returns the next queue number and the updated count; null for a device without letters. */
export function nextQueueNumber(
  count: QueueNumberCount,
): { readonly turn: string; readonly count: QueueNumberCount } | null {
  if (count.letters === null) return null;
  const last = count.last >= HIGHEST_QUEUE_NUMBER ? 1 : count.last + 1;
  return { turn: `${count.letters}-${last}`, count: { ...count, last } };
}

/** The server's response to a report that was sent when `told` was the last number. */
export interface ReportedQueueNumbers {
  readonly letters: string;
  readonly today: string;
  readonly told: number;
}

/**
 * Returns the count after the server responded to a report. Numbers restart at 1 when the server reports a new day and no
 * number was given since a report of an earlier day, because then all of them were given before today. The device's clock is
 * ignored, so no number is given twice in a day.
 */
export function afterReport(
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
