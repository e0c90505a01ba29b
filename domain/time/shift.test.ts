import { describe, expect, it } from 'vitest';
import { bogotaDay } from './clock.ts';
import { SHIFTS, addCalendarDays, shiftAt, shiftSpan, type ShiftChoice } from './shift.ts';

const bogotaTime = (bogota: string): number => Date.parse(`${bogota}-05:00`);
const shiftIsoTimes = (date: string, choice: ShiftChoice): string[] => {
  const { start, end } = shiftSpan(date, choice);
  return [start, end].map((instant) => new Date(instant).toISOString());
};

describe('S22 shifts of a day in Bogotá', () => {
  it.each([
    ['day', '2026-11-20T05:00:00.000Z', '2026-11-21T05:00:00.000Z'],
    ['morning', '2026-11-20T11:00:00.000Z', '2026-11-20T19:00:00.000Z'],
    ['afternoon', '2026-11-20T19:00:00.000Z', '2026-11-21T03:00:00.000Z'],
    ['night', '2026-11-21T03:00:00.000Z', '2026-11-21T11:00:00.000Z'],
  ] as const)("the shift %s starts and ends at its hours on Bogotá's clock", (choice, start, end) => {
    expect(shiftIsoTimes('2026-11-20', choice)).toEqual([start, end]);
  });

  it.each([
    ['2026-11-20T05:59:59.999', 'night'],
    ['2026-11-20T06:00:00', 'morning'],
    ['2026-11-20T13:59:59.999', 'morning'],
    ['2026-11-20T14:00:00', 'afternoon'],
    ['2026-11-20T21:59:59.999', 'afternoon'],
    ['2026-11-20T22:00:00', 'night'],
    ['2026-11-20T00:00:00', 'night'],
  ])('the instant %s belongs to the shift %s', (instant, shift) => {
    expect(shiftAt(bogotaTime(instant))).toBe(shift);
  });

  it('every instant belongs to exactly one shift', () => {
    for (
      let instant = bogotaTime('2026-02-27T00:00:00');
      instant < bogotaTime('2026-03-02T00:00:00');
      instant += 7 * 60_000
    ) {
      const days = [-1, 0].map((back) => addCalendarDays(bogotaDay(instant), back));
      const holding = days.flatMap((date) =>
        SHIFTS.filter((shift) => {
          const { start, end } = shiftSpan(date, shift);
          return start <= instant && instant < end;
        }),
      );
      expect(holding).toEqual([shiftAt(instant)]);
    }
  });
});

describe('S22 calendar days in Bogotá', () => {
  it.each([
    ['2026-11-21T04:59:59.999Z', '2026-11-20'],
    ['2026-11-21T05:00:00Z', '2026-11-21'],
  ])('the instant %s belongs to the day %s in Bogotá', (instant, date) => {
    expect(bogotaDay(Date.parse(instant))).toBe(date);
  });

  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-01-01', -1, '2026-12-31'],
  ])('the day %s plus %i days is %s', (date, days, other) => {
    expect(addCalendarDays(date, days)).toBe(other);
  });
});
