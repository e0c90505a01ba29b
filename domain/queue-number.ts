import { QueueNumber } from '#contract/primitives.ts';
import { bogotaDay } from './time/clock.ts';

/** State of the queue numbers that a device assigns at one branch (S28). */
export interface QueueNumberState {
  /**
   * Letters in front of the device's numbers, used by no other device of the branch; null until the server has assigned them.
   */
  readonly letters: string | null;
  /** Last assigned number; 0 before the first one. */
  readonly last: number;
  /** Day (YYYY-MM-DD) in the server's response to the last report; '' before the first response. */
  readonly day: string;
  /** Value of `last` at the time of the last report. */
  readonly told: number;
}

export const NO_QUEUE_NUMBERS: QueueNumberState = { letters: null, last: 0, day: '', told: 0 };

/**
 * Highest queue number; after it the numbers restart at 1. No device registers this many patients in a day; only a device
 * without network for weeks reaches it.
 */
export const HIGHEST_QUEUE_NUMBER = 9_999;

/** Validates a queue number that was stored, sent or read from a rescue file; returns null for an invalid one. */
export const parseQueueNumber = (told: unknown): string | null => QueueNumber.safeParse(told).data ?? null;

/**
 * Returns the queue number at the time `at`; null on days after the arrival, when another patient may have the number. Times in
 * ms since the epoch.
 */
export const queueNumberAt = (turn: string | null | undefined, cameAt: number, at: number): string | null =>
  turn && bogotaDay(cameAt) === bogotaDay(at) ? turn : null;

/** Returns the next queue number and the new state; null when the device has no letters. */
export function nextQueueNumber(
  count: QueueNumberState,
): { readonly turn: string; readonly count: QueueNumberState } | null {
  if (count.letters === null) return null;
  const last = count.last >= HIGHEST_QUEUE_NUMBER ? 1 : count.last + 1;
  return { turn: `${count.letters}-${last}`, count: { ...count, last } };
}

/** Server's response to a report. `told` is the last assigned number when the report was sent. */
export interface QueueNumberReportResponse {
  readonly letters: string;
  readonly today: string;
  readonly told: number;
}

/**
 * Returns the state after the server's response to a report. The numbers restart at 1 on a new day of the server, unless the
 * device assigned a number after its last report, because that number may have been assigned today. The device's clock is
 * ignored, so that no number is assigned twice in a day.
 */
export function queueNumbersAfterReport(
  count: QueueNumberState,
  { letters, today, told }: QueueNumberReportResponse,
): QueueNumberState {
  if (today < count.day) return { ...count, letters };
  const begins = today > count.day && count.last === count.told;
  return begins ? { letters, last: 0, day: today, told: 0 } : { letters, last: count.last, day: today, told };
}

export const hasUnreportedQueueNumber = ({ letters, last, told }: QueueNumberState): boolean =>
  letters !== null && last !== told;
