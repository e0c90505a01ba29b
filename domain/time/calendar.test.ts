import { describe, expect, it } from 'vitest';
import { ageOnDateText, ageOn, formatCalendarDay, parseShortDayText, shortDayText } from './calendar.ts';
import { formatDateTime, formatDateTimeWithSeconds } from './format.ts';

describe('P10.11 calendar days in documents', () => {
  it('a calendar day is printed without a shift by a time zone', () => {
    expect(formatCalendarDay('1990-05-12')).toBe('12/05/1990');
    expect(formatCalendarDay('12/05/1990')).toBeNull();
  });

  it.each([
    ['1990-03-12', '2026-03-12T04:59:00Z', 35],
    ['1990-03-12', '2026-03-12T05:00:00Z', 36],
    ['2000-02-29', '2026-02-28T17:00:00Z', 25],
    ['2000-02-29', '2026-03-01T17:00:00Z', 26],
    ['2026-03-11', '2026-03-12T17:00:00Z', 0],
    ['2026-03-13', '2026-03-12T17:00:00Z', null],
    ['', '2026-03-12T17:00:00Z', null],
  ])(
    "the age of a patient born on %s is, at the instant %s, %s years according to Bogotá's date",
    (born, at, age) => {
      expect(ageOn(born, Date.parse(at))).toBe(age);
    },
  );
});

it.each([
  ['2025-03-12', '1 año'],
  ['1988-04-15', '37 años'],
  ['2027-01-01', null],
])('P10.296 the formatted age of a patient born on %s is %s', (born, words) =>
  expect(ageOnDateText(born, Date.parse('2026-03-12T17:00:00Z'))).toBe(words),
);

describe('P10.189 calendar day within a sentence', () => {
  it.each([
    ['2026-12-01', '1 dic 2026'],
    ['2027-03-31', '31 mar 2027'],
    ['2030-09-09', '9 sep 2030'],
  ])('the day %s is written as %s within a sentence and parsed back to the same day', (day, words) => {
    expect(shortDayText(day)).toBe(words);
    expect(parseShortDayText(words)).toBe(day);
  });

  it('a text that is not a day is parsed to null', () => {
    expect(shortDayText('')).toBeNull();
    expect(shortDayText('2026-13-01')).toBeNull();
    expect(parseShortDayText('1 enero 2026')).toBeNull();
    expect(parseShortDayText('')).toBeNull();
  });
});

describe('P10.11 instants in documents', () => {
  it.each([
    ['2026-03-05T11:47:09Z', '05/03/2026 06:47:09'],
    ['2026-03-06T04:59:59Z', '05/03/2026 23:59:59'],
    ['2026-03-06T05:05:00Z', '06/03/2026 00:05:00'],
  ])('the instant %s is printed as %s, in which midnight is 00 and not 24', (instant, words) => {
    expect(formatDateTimeWithSeconds(Date.parse(instant))).toBe(words);
    expect(formatDateTime(Date.parse(instant))).toBe(words.slice(0, 16));
  });
});
