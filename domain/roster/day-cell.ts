import { parseMrzBirthDate } from '../card/calendar-day.ts';
import { foldText } from '../text/fold.ts';
import { cellText, type Cell } from './table.ts';

/** Value of a cell as the contract writes it, or the reason why the cell has none. */
export type CellReading<Value> =
  | { readonly type: 'read'; readonly value: Value }
  | { readonly type: 'problem'; readonly message: string };

export const readAs = <Value>(value: Value): CellReading<Value> => ({ type: 'read', value });
export const problemOf = (message: string): CellReading<never> => ({ type: 'problem', message });

const DAY_MS = 24 * 60 * 60_000;
/** Day before day 1 of both systems, ms since the epoch. */
const BEFORE_FIRST_DAY_1900_MS = Date.UTC(1899, 11, 31);
const BEFORE_FIRST_DAY_1904_MS = Date.UTC(1904, 0, 1);
/** Day that Excel counts although 1900 had no 29 February. Later days are shifted by one. */
const EXCEL_LEAP_DAY = 60;
/** Latest day that Excel shows, 31 December 9999, in the system of 1900. */
const LAST_SERIAL_DAY = 2_958_465;

const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Converts a day number of a spreadsheet to YYYY-MM-DD; null for a number that is no day. A fraction is a time of day. */
export function parseSerialDay(serial: number, has1904Dates: boolean): string | null {
  const day = Math.floor(serial);
  if (!(day >= 0 && day <= LAST_SERIAL_DAY)) return null;
  if (has1904Dates) return isoDay(BEFORE_FIRST_DAY_1904_MS + day * DAY_MS);
  if (day === 0 || day === EXCEL_LEAP_DAY) return null;
  return isoDay(BEFORE_FIRST_DAY_1900_MS + (day > EXCEL_LEAP_DAY ? day - 1 : day) * DAY_MS);
}

const MONTH_PREFIXES = 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' ');

/** Returns the number of a month, 1 to 12, from digits or a Spanish or English name; 0 for any other text. */
function monthOf(text: string): number {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const prefix = text.slice(0, 3).replace('jan', 'ene').replace('apr', 'abr').replace('aug', 'ago');
  return MONTH_PREFIXES.indexOf(prefix === 'dec' ? 'dic' : prefix) + 1;
}

const isDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

const two = (value: number): string => String(value).padStart(2, '0');

/** Age below which a year of two digits is ambiguous: no worker is so young. */
const YOUNGEST_WORKER_YEARS = 14;

/** Returns the year of four digits for a birth date with a year of two digits; null if it would make a child of the worker. */
function expandBirthYear(year: number, month: number, day: number, today: string): number | null {
  const read = parseMrzBirthDate(`${two(year)}${two(month)}${two(day)}`, today);
  if (read === null) return null;
  const full = Number(read.slice(0, 4));
  return Number(today.slice(0, 4)) - full < YOUNGEST_WORKER_YEARS ? null : full;
}

const YEAR_FIRST_PATTERN = /^(\d{4})[-/. ](\d{1,2}|\p{L}+)[-/. ](\d{1,2})(?:[t ].*)?$/u;
const DAY_FIRST_PATTERN =
  /^(?:\p{L}+,? )?(\d{1,2})(?: de |[-/. ])(\d{1,2}|\p{L}+)\.?(?: del? |[-/. ])(\d{4}|\d{2})(?: .*)?$/u;

/** Message for a day that exists only with the month first, as programs in English write it. */
const MONTH_FIRST_MESSAGE = 'El mes está antes del día. Escríbela como 14/06/1988.';
const NO_DATE_MESSAGE = 'No es una fecha. Escríbela como 14/06/1988.';

function parseWrittenDay(text: string, today: string): CellReading<string> {
  const yearFirst = YEAR_FIRST_PATTERN.exec(text);
  const dayFirst = DAY_FIRST_PATTERN.exec(text);
  const [year = '', month = '', day = ''] = yearFirst
    ? [yearFirst[1], yearFirst[2], yearFirst[3]]
    : dayFirst
      ? [dayFirst[3], dayFirst[2], dayFirst[1]]
      : [];
  if (year === '') return problemOf(NO_DATE_MESSAGE);
  const numbers = { month: monthOf(month), day: Number(day) };
  const full =
    year.length === 4 ? Number(year) : expandBirthYear(Number(year), numbers.month, numbers.day, today);
  if (full === null) return problemOf('Escribe el año con cuatro cifras.');
  if (isDay(full, numbers.month, numbers.day))
    return readAs(`${full}-${two(numbers.month)}-${two(numbers.day)}`);
  if (isDay(full, numbers.day, numbers.month)) return problemOf(MONTH_FIRST_MESSAGE);
  return problemOf('Esta fecha no existe.');
}

/** Smallest day number that counts as a birth date. Smaller ones are years such as 1988, or belong to people over 95. */
const FIRST_BIRTH_SERIAL = 10_000;

/**
 * Reads a birth date: a day number of the spreadsheet, or a written day in the order day, month, year or year, month, day.
 * `today`: YYYY-MM-DD.
 */
export function readDayCell(cell: Cell, has1904Dates: boolean, today: string): CellReading<string> {
  const text = foldText(cellText(cell));
  if (!/^\d+([.,]\d+)?$/.test(text)) return parseWrittenDay(text, today);
  const serial = Number(text.replace(',', '.'));
  const day = serial < FIRST_BIRTH_SERIAL ? null : parseSerialDay(serial, has1904Dates);
  return day === null ? problemOf(NO_DATE_MESSAGE) : readAs(day);
}

const TIME_PATTERN = /^(\d{1,2})(?:[:.h](\d{2})(?::\d{2})?)? ?h?(?:oras|rs|s)? ?(a|p)?\.? ?(?:m\.?)?$/;
/** Fraction of a day in text, alone or after a day number, as a program writes it to a CSV file. */
const WRITTEN_FRACTION_PATTERN = /^(?:0?|\d{5})[.,]\d{3,}$/;
/** Text that may be a fraction of a day or an hour and minutes: '0.25' is 06:00 or 00:25. */
const AMBIGUOUS_TIME_PATTERN = /^0?[.,]\d{1,2}$/;
const NO_TIME_MESSAGE = 'No es una hora. Escríbela como 07:30.';

/**
 * Reads the time of day from a day number or its fraction. A whole number has no time: an hour such as 7, or a date. Numbers
 * between an hour and a date are neither.
 */
function readDayFraction(serial: number): CellReading<string> {
  const minutes = Math.round((serial % 1) * 24 * 60);
  const isTime = minutes > 0 && minutes < 24 * 60 && (serial < 1 || serial >= FIRST_BIRTH_SERIAL);
  return isTime
    ? readAs(`${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`)
    : problemOf(NO_TIME_MESSAGE);
}

/** Converts an hour of a 12-hour or 24-hour clock to the hour of the day; NaN for a contradiction such as '13 a. m.'. */
function hourOfDay(typed: number, half: string): number {
  if (half === 'p') return typed < 12 ? typed + 12 : typed;
  if (half === 'a' && typed >= 12) return typed === 12 ? 0 : Number.NaN;
  return typed;
}

/**
 * Reads a time of day as HH:MM: a written time such as '7:30 a. m.' or '14h30', or the fraction of a day, which is the only form
 * of a number cell.
 */
export function readTimeCell(cell: Cell): CellReading<string> {
  const text = foldText(cellText(cell)).replace(/(?<=[ap])\.? ?(?=m)/, '');
  if (typeof cell === 'object' && cell?.type === 'number') return readDayFraction(Number(text));
  if (WRITTEN_FRACTION_PATTERN.test(text)) return readDayFraction(Number(text.replace(',', '.')));
  if (AMBIGUOUS_TIME_PATTERN.test(text)) return problemOf(NO_TIME_MESSAGE);
  const [, hourText = '', minuteText = '00', half = ''] = TIME_PATTERN.exec(text) ?? [];
  const hour = hourOfDay(Number(hourText || Number.NaN), half);
  return hour >= 0 && hour < 24 && Number(minuteText) < 60
    ? readAs(`${two(hour)}:${minuteText}`)
    : problemOf(NO_TIME_MESSAGE);
}
