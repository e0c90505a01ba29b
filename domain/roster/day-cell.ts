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
const AMBIGUOUS_MONTH_MESSAGE =
  'Otras fechas de la columna traen el mes antes del día. Escribe esta con el mes en letras, como 6 jun 1988.';
const NO_DATE_MESSAGE = 'No es una fecha. Escríbela como 14/06/1988.';

/** Meaning of the days in a column. */
export interface DayReading {
  readonly has1904Dates: boolean;
  /** YYYY-MM-DD */
  readonly today: string;
  /** True if a year of two digits is the birth year of a worker; other years need four digits. */
  readonly isBirthDate: boolean;
  /** Notations of the column that make others doubtful. */
  readonly doubts: DayDoubts;
}

interface WrittenDay {
  /** Year as written: two or four digits. */
  readonly year: string;
  readonly month: number;
  readonly day: number;
  /** True if day and month are numbers in this order, so that they may be exchanged. */
  readonly isNumeric: boolean;
}

function splitWrittenDay(text: string): WrittenDay | null {
  const [, fullYear, yearMonth = '', yearDay] = YEAR_FIRST_PATTERN.exec(text) ?? [];
  if (fullYear !== undefined)
    return { year: fullYear, month: monthOf(yearMonth), day: Number(yearDay), isNumeric: false };
  const [, day, month = '', year = ''] = DAY_FIRST_PATTERN.exec(text) ?? [];
  return day === undefined
    ? null
    : { year, month: monthOf(month), day: Number(day), isNumeric: /^\d/.test(month) };
}

function parseWrittenDay(text: string, { today, isBirthDate, doubts }: DayReading): CellReading<string> {
  const written = splitWrittenDay(text);
  if (written === null) return problemOf(NO_DATE_MESSAGE);
  const { month, day, isNumeric } = written;
  const short = Number(written.year);
  const year =
    written.year.length === 4 ? short : isBirthDate ? expandBirthYear(short, month, day, today) : null;
  if (year === null) return problemOf('Escribe el año con cuatro cifras.');
  const isExchangeable = isNumeric && month !== day && isDay(year, day, month);
  if (!isDay(year, month, day))
    return problemOf(isDay(year, day, month) ? MONTH_FIRST_MESSAGE : 'Esta fecha no existe.');
  return doubts.hasMonthFirst && isExchangeable
    ? problemOf(AMBIGUOUS_MONTH_MESSAGE)
    : readAs(`${year}-${two(month)}-${two(day)}`);
}

/** Smallest day number that counts as a date. Smaller ones are years such as 1988, or belong to people over 95. */
const FIRST_SERIAL = 10_000;
/** Text that is a day number, as a program writes it to a CSV file. */
const SERIAL_TEXT_PATTERN = /^[1-9]\d{4}(?:[.,]\d+)?$/;
/** Digits of a day without separators, such as 140688. Excel removes the zero of 010688, so that five digits may remain. */
const DIGITS_DAY_PATTERN = /^\d{6,8}$/;

/** Notations that occur in a column of days and make other days of the column doubtful. */
export interface DayDoubts {
  /** A day of the column exists only with the month first, so that 06/05/1988 may be 5 June. */
  readonly hasMonthFirst: boolean;
  /** A day of the column is written without separators, so that 10688 may be no day number. */
  readonly hasDigitsOnly: boolean;
}
export const NO_DAY_DOUBTS: DayDoubts = { hasMonthFirst: false, hasDigitsOnly: false };

function isMonthFirst(text: string): boolean {
  const written = splitWrittenDay(text);
  return written !== null && written.isNumeric && written.month > 12 && written.day <= 12;
}

/** Returns the doubtful notations of a column. `header`: its title, which may state the notation, such as 'mm/dd/aaaa'. */
export function findDayDoubts(header: Cell, cells: Iterable<Cell>): DayDoubts {
  let hasMonthFirst = /\bm{1,2}\W+d{1,2}\b/.test(foldText(cellText(header)));
  let hasDigitsOnly = false;
  for (const cell of cells) {
    const text = foldText(cellText(cell));
    hasMonthFirst ||= isMonthFirst(text);
    hasDigitsOnly ||= DIGITS_DAY_PATTERN.test(text);
  }
  return { hasMonthFirst, hasDigitsOnly };
}

/** Reads a date: a day number of the spreadsheet, or a written day in the order day, month, year or year, month, day. */
export function readDayCell(cell: Cell, reading: DayReading): CellReading<string> {
  const text = foldText(cellText(cell));
  const isNumber = typeof cell === 'object' && cell?.type === 'number';
  if (!isNumber && !/^\d+([.,]\d+)?$/.test(text)) return parseWrittenDay(text, reading);
  const serial = isNumber || SERIAL_TEXT_PATTERN.test(text) ? Number(text.replace(',', '.')) : 0;
  const isSerial = serial >= FIRST_SERIAL && !reading.doubts.hasDigitsOnly;
  const day = isSerial ? parseSerialDay(serial, reading.has1904Dates) : null;
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
  const isTime = minutes > 0 && minutes < 24 * 60 && (serial < 1 || serial >= FIRST_SERIAL);
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
