import { formatDate } from './format.ts';

/**
 * Returns year, month and day of a calendar day (YYYY-MM-DD); null for any other text. The day is never converted to an
 * instant, so that no time zone can shift it.
 */
const splitCalendarDay = (day: string): readonly [year: string, month: string, day: string] | null => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  return match ? [match[1] ?? '', match[2] ?? '', match[3] ?? ''] : null;
};

/** Formats `1990-05-12` as `12/05/1990`; returns null for a text that is not a day. */
export function formatCalendarDay(day: string): string | null {
  const read = splitCalendarDay(day);
  return read && `${read[2]}/${read[1]}/${read[0]}`;
}

/**
 * Returns the age in whole years on Bogotá's day of `instant` (ms since the epoch); null before birth. A patient who was born
 * on 29 February becomes a year older on 1 March outside leap years.
 */
export function ageOn(birth_date: string, instant: number): number | null {
  const born = splitCalendarDay(birth_date);
  const [day = '', month = '', year = ''] = formatDate(instant).split('/');
  if (!born) return null;
  const isBefore = `${month}${day}` < `${born[1]}${born[2]}`;
  const age = Number(year) - Number(born[0]) - (isBefore ? 1 : 0);
  return age < 0 ? null : age;
}

export const ageText = (age: number): string => `${age} ${age === 1 ? 'año' : 'años'}`;

/** Returns the formatted age, such as `38 años`; null when `ageOn` returns null. */
export function ageOnDateText(birth_date: string, instant: number): string | null {
  const age = ageOn(birth_date, instant);
  return age === null ? null : ageText(age);
}

const SHORT_MONTH_NAMES = [
  'ene',
  'feb',
  'mar',
  'abr',
  'may',
  'jun',
  'jul',
  'ago',
  'sep',
  'oct',
  'nov',
  'dic',
];

/** Formats `2026-12-01` as `1 dic 2026`, for use within a sentence; returns null for a text that is not a day. */
export function shortDayText(day: string): string | null {
  const read = splitCalendarDay(day);
  const month = read && SHORT_MONTH_NAMES[Number(read[1]) - 1];
  return month ? `${Number(read[2])} ${month} ${read[0]}` : null;
}

/** Parses `1 dic 2026` to `2026-12-01`; returns null for any other text. */
export function parseShortDayText(text: string): string | null {
  const [, day = '', name = '', year = ''] = /^(\d{1,2}) ([a-z]{3}) (\d{4})$/.exec(text) ?? [];
  const month = SHORT_MONTH_NAMES.indexOf(name) + 1;
  return month === 0 ? null : `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}
