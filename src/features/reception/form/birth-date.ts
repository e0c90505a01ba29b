import { DateOnly } from '#contract/primitives.ts';

const dashed = (digits: string): string =>
  [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)].filter(Boolean).join('-');

/** A pasted day in the order in which Colombia writes it; null when the text is not one. */
function fromDayFirst(text: string): string | null {
  const match = /^\s*(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})\s*$/.exec(text);
  const [, day, month, year] = match ?? [];
  return day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : null;
}

const FULL_DATE = /^\d{4}-\d{2}-\d{2}$/;
/** A year that somebody alive was born in, and nothing after it that the mask did not put there itself. */
const YEAR_FIRST = /^(?:19|20)\d{2}(?:-?\d{0,2}|-?\d{2}-?\d*)$/;

const isDay = (text: string): boolean => DateOnly.safeParse(text).success;

/** A whole date in its form that is on no calendar, such as 1990-02-31. */
export const isNoDay = (text: string): boolean => FULL_DATE.test(text) && !isDay(text);

/**
 * What stands in the field after a keystroke or a paste. Dashes after a year come by themselves, and DD/MM/AAAA is
 * turned round. What cannot become a date stays as typed, so that the person sees what is wrong.
 */
export function typedBirthDate(before: string, typed: string): string {
  const turned = fromDayFirst(typed);
  if (turned !== null) return turned;
  if (!YEAR_FIRST.test(typed)) return typed;
  const digits = typed.replace(/\D/g, '').slice(0, 8);
  // Going back over a dash takes the digit before it along; otherwise the dash would come back at once.
  if (typed.length < before.length) return typed.replace(/-+$/, '');
  return dashed(digits);
}

/** Eight digits day first. Those that begin like a year are one only where they make no date otherwise: 20031985. */
function fromDayFirstDigits(text: string): string | null {
  const digits = text.replaceAll('-', '');
  if (!/^\d{8}$/.test(digits) || isDay(dashed(digits))) return null;
  const turned = `${digits.slice(4)}-${digits.slice(2, 4)}-${digits.slice(0, 2)}`;
  // A day that no month has is told as that, in whichever order it was written.
  return isDay(turned) || (YEAR_FIRST.test(turned) && !YEAR_FIRST.test(text)) ? turned : null;
}

/** 5/8/90: the last year that ends so and whose day has come, by today's YYYY-MM-DD. */
function fromShortYear(text: string, today: string): string | null {
  const [, daysFirst, year] = /^(.*\D)(\d{2})\s*$/.exec(text) ?? [];
  if (!daysFirst || !year) return null;
  const century = Number(today.slice(0, 2));
  const ofThis = fromDayFirst(`${daysFirst}${century}${year}`);
  return ofThis !== null && ofThis > today ? fromDayFirst(`${daysFirst}${century - 1}${year}`) : ofThis;
}

/**
 * What stands in the field once it is left: a date written in another way, as YYYY-MM-DD; anything else as typed.
 * `today`: YYYY-MM-DD of Bogotá.
 */
export function settledBirthDate(text: string, today: string): string {
  const [, year, month, day] = /^\s*(\d{4})[/.\- ](\d{1,2})[/.\- ](\d{1,2})\s*$/.exec(text) ?? [];
  if (year && month && day && !FULL_DATE.test(text))
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return fromDayFirst(text) ?? fromDayFirstDigits(text) ?? fromShortYear(text, today) ?? text;
}
