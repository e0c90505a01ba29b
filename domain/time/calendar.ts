import { dayOf } from './words.ts';

/** Calendar days, plain YYYY-MM-DD texts, as people read them; a day never becomes an instant on its way to paper. */
const parts = (day: string): readonly [year: string, month: string, day: string] | null => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  return match ? [match[1] ?? '', match[2] ?? '', match[3] ?? ''] : null;
};

/** `1990-05-12` is `12/05/1990`; null for what is not a day. */
export function calendarDay(day: string): string | null {
  const read = parts(day);
  return read && `${read[2]}/${read[1]}/${read[0]}`;
}

/** Whole years on Bogotá's day of `instant` (epoch milliseconds); who was born on 29 February turns on 1 March. Null before birth. */
export function ageOn(birthDate: string, instant: number): number | null {
  const born = parts(birthDate);
  const [day = '', month = '', year = ''] = dayOf(instant).split('/');
  if (!born) return null;
  const isBefore = `${month}${day}` < `${born[1]}${born[2]}`;
  const age = Number(year) - Number(born[0]) - (isBefore ? 1 : 0);
  return age < 0 ? null : age;
}

/** `38 años` */
export const ageWords = (age: number): string => `${age} ${age === 1 ? 'año' : 'años'}`;

/** `38 años`; null where `ageOn` is. */
export function ageInWords(birthDate: string, instant: number): string | null {
  const age = ageOn(birthDate, instant);
  return age === null ? null : ageWords(age);
}

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

/** `2026-12-01` is `1 dic 2026`, as it is written into a sentence; null for what is not a day. */
export function writtenDay(day: string): string | null {
  const read = parts(day);
  const month = read && MONTHS[Number(read[1]) - 1];
  return month ? `${Number(read[2])} ${month} ${read[0]}` : null;
}

/** `1 dic 2026` is `2026-12-01`; null for anything else. */
export function dayWritten(text: string): string | null {
  const [, day = '', name = '', year = ''] = /^(\d{1,2}) ([a-z]{3}) (\d{4})$/.exec(text) ?? [];
  const month = MONTHS.indexOf(name) + 1;
  return month === 0 ? null : `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}
