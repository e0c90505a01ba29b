import type { DashboardPeriodName } from '#contract/records/dashboard.ts';
import { startOfBogotaDay } from './clock.ts';

/**
 * Period [`start`, `end`) and the previous period of the same kind, [`previousStart`, `start`). Times are ms since the epoch.
 */
export interface PeriodBounds {
  readonly previousStart: number;
  readonly start: number;
  readonly end: number;
}

const DAY_MS = 24 * 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;

/** Calendar day in Bogotá; `weekday` 0 is Monday. */
interface BogotaCalendarDay {
  readonly year: number;
  /** Month of the year; 0 is January. */
  readonly month: number;
  readonly weekday: number;
  readonly start: number;
}

/**
 * Returns the day in Bogotá that contains `instant`. Midnight in Bogotá is 05:00 UTC of the same day, so the UTC date of that
 * midnight is the day.
 */
function bogotaCalendarDayOf(instant: number): BogotaCalendarDay {
  const start = startOfBogotaDay(instant);
  const date = new Date(start);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    weekday: (date.getUTCDay() + 6) % 7,
    start,
  };
}

/** Returns the start of a month in Bogotá. A `month` below 0 or above 11 is a month of an adjacent year. */
const startOfBogotaMonth = (year: number, month: number): number =>
  startOfBogotaDay(Date.UTC(year, month, 1) + DAY_MS / 2);

/** Returns the periods of the dashboard that contain `instant`, in the time zone America/Bogota. Weeks start on Monday. */
export function dashboardPeriodsAt(instant: number): Record<DashboardPeriodName, PeriodBounds> {
  const { year, month, weekday, start } = bogotaCalendarDayOf(instant);
  const monday = start - weekday * DAY_MS;
  return {
    today: { previousStart: start - DAY_MS, start, end: start + DAY_MS },
    this_week: { previousStart: monday - WEEK_MS, start: monday, end: monday + WEEK_MS },
    this_month: {
      previousStart: startOfBogotaMonth(year, month - 1),
      start: startOfBogotaMonth(year, month),
      end: startOfBogotaMonth(year, month + 1),
    },
    this_year: {
      previousStart: startOfBogotaMonth(year - 1, 0),
      start: startOfBogotaMonth(year, 0),
      end: startOfBogotaMonth(year + 1, 0),
    },
  };
}
