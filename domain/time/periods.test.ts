import { describe, expect, it } from 'vitest';
import { DASHBOARD_PERIODS, type DashboardPeriodName } from '#contract/records/dashboard.ts';
import { dashboardPeriodsAt } from './periods.ts';

/** Midnight in Bogotá is 05:00 UTC of the same day. */
const bogotaMidnight = (day: string): number => Date.parse(`${day}T05:00:00Z`);
const bogotaTime = (bogota: string): number => Date.parse(`${bogota}-05:00`);

function expectPeriod(bogota: string, name: DashboardPeriodName, days: readonly [string, string, string]) {
  const { previousStart, start, end } = dashboardPeriodsAt(bogotaTime(bogota))[name];
  expect([previousStart, start, end].map((instant) => new Date(instant).toISOString())).toEqual(
    days.map((day) => new Date(bogotaMidnight(day)).toISOString()),
  );
}

describe('P9.15 period of today on the dashboard', () => {
  it.each([
    ['18:59:59, the last second of the day in UTC', '2026-03-12T18:59:59'],
    ['19:00, midnight in UTC', '2026-03-12T19:00:00'],
    ['its first instant', '2026-03-12T00:00:00'],
    ['its last', '2026-03-12T23:59:59.999'],
  ])('the period of today is the day in Bogotá that contains %s', (_name, instant) => {
    expectPeriod(instant, 'today', ['2026-03-11', '2026-03-12', '2026-03-13']);
  });

  it('the period of today changes at midnight in Bogotá', () => {
    expectPeriod('2026-03-13T00:00:00', 'today', ['2026-03-12', '2026-03-13', '2026-03-14']);
  });
});

describe('P9.15 period of this week on the dashboard', () => {
  it.each([
    ['Monday', '2026-03-09T00:00:00'],
    ['Thursday', '2026-03-12T12:00:00'],
    ['the last instant of Sunday', '2026-03-15T23:59:59.999'],
  ])('the instant %s belongs to the week that begins on Monday, 9 March 2026', (_name, instant) => {
    expectPeriod(instant, 'this_week', ['2026-03-02', '2026-03-09', '2026-03-16']);
  });

  it('a week ends at midnight from Sunday to Monday', () => {
    expectPeriod('2026-03-16T00:00:00', 'this_week', ['2026-03-09', '2026-03-16', '2026-03-23']);
  });

  it('the dashboard’s week continues across the end of the year', () => {
    expectPeriod('2027-01-01T08:00:00', 'this_week', ['2026-12-21', '2026-12-28', '2027-01-04']);
  });
});

describe('P9.15 periods of this month and this year on the dashboard', () => {
  it.each([
    ['2028-02-29T23:59:59', ['2028-01-01', '2028-02-01', '2028-03-01']],
    ['2028-03-01T00:00:00', ['2028-02-01', '2028-03-01', '2028-04-01']],
    ['2026-02-28T19:00:00', ['2026-01-01', '2026-02-01', '2026-03-01']],
    ['2026-12-31T23:59:59', ['2026-11-01', '2026-12-01', '2027-01-01']],
    ['2027-01-01T00:00:00', ['2026-12-01', '2027-01-01', '2027-02-01']],
    ['2026-03-31T12:00:00', ['2026-02-01', '2026-03-01', '2026-04-01']],
  ] as const)(
    'the month of %s begins and ends at midnight in Bogotá, each on the first day of a month',
    (instant, days) => {
      expectPeriod(instant, 'this_month', days);
    },
  );

  it.each([
    ['2026-12-31T19:00:00', ['2025-01-01', '2026-01-01', '2027-01-01']],
    ['2027-01-01T00:00:00', ['2026-01-01', '2027-01-01', '2028-01-01']],
    ['2028-02-29T12:00:00', ['2027-01-01', '2028-01-01', '2029-01-01']],
  ] as const)(
    'the year of %s begins and ends at midnight in Bogotá, each on the first of January',
    (instant, days) => {
      expectPeriod(instant, 'this_year', days);
    },
  );
});

it('P9.15 every period contains its instant, and neighbouring periods leave no gap, over four years', () => {
  const HOUR_MS = 60 * 60_000;
  for (
    let instant = bogotaMidnight('2024-01-01');
    instant < bogotaMidnight('2028-03-02');
    instant += 37 * HOUR_MS
  ) {
    const periods = dashboardPeriodsAt(instant);
    for (const name of DASHBOARD_PERIODS) {
      const { previousStart, start, end } = periods[name];
      expect(start <= instant && instant < end).toBe(true);
      expect(dashboardPeriodsAt(start - 1)[name]).toMatchObject({ start: previousStart, end: start });
      expect(dashboardPeriodsAt(end)[name].previousStart).toBe(start);
    }
  }
});
