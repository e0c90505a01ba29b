import { formatDate, formatTime } from './format.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Describes the elapsed time in words: 'hace un momento', 'hace 40 min', 'hace 3 h', and after a day with date and time. Both
 * arguments are ms since the epoch.
 */
export function relativeTimeText(instant: number, now: number): string {
  const passed = now - instant;
  if (passed < MINUTE_MS) return 'hace un momento';
  if (passed < HOUR_MS) return `hace ${Math.floor(passed / MINUTE_MS)} min`;
  if (passed < DAY_MS) return `hace ${Math.floor(passed / HOUR_MS)} h`;
  return `el ${formatDate(instant)} a las ${formatTime(instant)}`;
}
