import { DateOnly } from '#contract/primitives.ts';

const insertDashes = (digits: string): string =>
  [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)].filter(Boolean).join('-');

/** Converts a pasted date in Colombian order, day first, to YYYY-MM-DD; null for any other text. */
function parseDayFirstDate(text: string): string | null {
  const match = /^\s*(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})\s*$/.exec(text);
  const [, day, month, year] = match ?? [];
  return day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : null;
}

const FULL_DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
/** Matches digits that start with a year from 1900 to 2099, with dashes only where the field inserts them. */
const YEAR_FIRST_PATTERN = /^(?:19|20)\d{2}(?:-?\d{0,2}|-?\d{2}-?\d*)$/;

const isExistingDate = (text: string): boolean => DateOnly.safeParse(text).success;

/** Returns true for a complete date that does not exist, such as 1990-02-31. */
export const isImpossibleDate = (text: string): boolean =>
  FULL_DATE_PATTERN.test(text) && !isExistingDate(text);

/**
 * Returns the field's content after a keystroke or a paste. Inserts the dashes after a year, and reorders DD/MM/AAAA. Text that
 * cannot become a date stays as typed, so that the user sees the error.
 */
export function formatDateWhileTyping(before: string, typed: string): string {
  const turned = parseDayFirstDate(typed);
  if (turned !== null) return turned;
  if (!YEAR_FIRST_PATTERN.test(typed)) return typed;
  const digits = typed.replace(/\D/g, '').slice(0, 8);
  // Erasing does not insert dashes, because an erased dash would reappear at once; it only removes trailing ones.
  if (typed.length < before.length) return typed.replace(/-+$/, '');
  return insertDashes(digits);
}

/**
 * Converts eight digits, day first. Digits that are a date with the year first stay as typed; 20031985 is converted, because
 * 2003-19-85 is no date.
 */
function parseDayFirstDigits(text: string): string | null {
  const digits = text.replaceAll('-', '');
  if (!/^\d{8}$/.test(digits) || isExistingDate(insertDashes(digits))) return null;
  const turned = `${digits.slice(4)}-${digits.slice(2, 4)}-${digits.slice(0, 2)}`;
  // Digits of a date that does not exist (30021988) are converted too, so that the field reports the wrong day.
  return isExistingDate(turned) || (YEAR_FIRST_PATTERN.test(turned) && !YEAR_FIRST_PATTERN.test(text))
    ? turned
    : null;
}

/** Converts 5/8/90 to the latest date with this two-digit year that is not after `today` (YYYY-MM-DD). */
function parseShortYearDate(text: string, today: string): string | null {
  const [, daysFirst, year] = /^(.*\D)(\d{2})\s*$/.exec(text) ?? [];
  if (!daysFirst || !year) return null;
  const century = Number(today.slice(0, 2));
  const ofThis = parseDayFirstDate(`${daysFirst}${century}${year}`);
  return ofThis !== null && ofThis > today ? parseDayFirstDate(`${daysFirst}${century - 1}${year}`) : ofThis;
}

/**
 * Returns the content of a date field after it loses the focus: a date in another notation becomes YYYY-MM-DD; other text, also
 * a date with a short year, stays as typed.
 */
export function normalizeTypedDate(text: string): string {
  const [, year, month, day] = /^\s*(\d{4})[/.\- ](\d{1,2})[/.\- ](\d{1,2})\s*$/.exec(text) ?? [];
  if (year && month && day && !FULL_DATE_PATTERN.test(text))
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return parseDayFirstDate(text) ?? parseDayFirstDigits(text) ?? text;
}

/** Works like `normalizeTypedDate`, but also converts a date with a short year. `today` is the date in Bogotá, YYYY-MM-DD. */
export function normalizeTypedBirthDate(text: string, today: string): string {
  const settled = normalizeTypedDate(text);
  return settled === text ? (parseShortYearDate(text, today) ?? text) : settled;
}
