import type { DashboardPeriodName } from '#contract/records/dashboard.ts';
import { startOfBogotaDay } from './clock.ts';

/**
 * A period and the complete one before it, half-open: `previousStart` ≤ before < `start` ≤ period < `end`. Ms since the epoch.
 */
export interface Period {
  readonly previousStart: number;
  readonly start: number;
  readonly end: number;
}

const DAY_MS = 24 * 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;

/** Bogotá's calendar day; `weekday` 0 is Monday. */
interface Day {
  readonly year: number;
  /** Month of the year; 0 is January. */
  readonly month: number;
  readonly weekday: number;
  /** Start of the day, ms since the epoch. */
  readonly start: number;
}

/**
 * Returns Bogotá's day of an instant. Bogotá's midnight falls on the same day in UTC, so the UTC calendar of that midnight is
 * Bogotá's.
 */
function dayOf(instant: number): Day {
  const start = startOfBogotaDay(instant);
  const date = new Date(start);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    weekday: (date.getUTCDay() + 6) % 7,
    start,
  };
}

/** Returns the start of a month in Bogotá; months before January and after December belong to the adjacent years. */
const startOfMonth = (year: number, month: number): number =>
  startOfBogotaDay(Date.UTC(year, month, 1) + DAY_MS / 2);

/** Returns the periods of the home screen that contain `instant`, in America/Bogota. Weeks start on Monday in every locale. */
export function periodsAt(instant: number): Record<DashboardPeriodName, Period> {
  const { year, month, weekday, start } = dayOf(instant);
  const monday = start - weekday * DAY_MS;
  return {
    today: { previousStart: start - DAY_MS, start, end: start + DAY_MS },
    this_week: { previousStart: monday - WEEK_MS, start: monday, end: monday + WEEK_MS },
    this_month: {
      previousStart: startOfMonth(year, month - 1),
      start: startOfMonth(year, month),
      end: startOfMonth(year, month + 1),
    },
    this_year: {
      previousStart: startOfMonth(year - 1, 0),
      start: startOfMonth(year, 0),
      end: startOfMonth(year + 1, 0),
    },
  };
}
