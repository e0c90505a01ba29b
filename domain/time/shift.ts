import { bogotaDay, startOfBogotaDay } from './clock.ts';

/** Shifts of the clinic in the time zone America/Bogota. A night belongs to the day on which it begins. */
export const SHIFTS = ['morning', 'afternoon', 'night'] as const;
export type Shift = (typeof SHIFTS)[number];
export type ShiftChoice = Shift | 'day';

/** Half-open span of time: `start` ≤ instant < `end`, in ms since the epoch. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

const HOUR_MS = 60 * 60_000;
const SHIFT_HOUR_RANGES: Record<ShiftChoice, readonly [from: number, to: number]> = {
  day: [0, 24],
  morning: [6, 14],
  afternoon: [14, 22],
  night: [22, 30],
};

const bogotaNoonOf = (date: string): number => Date.parse(`${date}T17:00:00Z`);

export const addCalendarDays = (date: string, days: number): string =>
  bogotaDay(bogotaNoonOf(date) + days * 24 * HOUR_MS);

export function shiftSpan(date: string, choice: ShiftChoice): TimeSpan {
  const midnight = startOfBogotaDay(bogotaNoonOf(date));
  const [from, to] = SHIFT_HOUR_RANGES[choice];
  return { start: midnight + from * HOUR_MS, end: midnight + to * HOUR_MS };
}

export function shiftAt(instant: number): Shift {
  const hour = (instant - startOfBogotaDay(instant)) / HOUR_MS;
  if (hour < 6 || hour >= 22) return 'night';
  return hour < 14 ? 'morning' : 'afternoon';
}
