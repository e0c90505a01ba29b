import { NO_DAY_DOUBTS, readDayCell } from './day-cell.ts';
import { readDocumentNumberCell, readDocumentTypeCell, splitTypedNumber } from './document-cell.ts';
import { cellText, isEmptyCell, type Cell, type TableRow } from './table.ts';
import type { RosterTarget } from './targets.ts';

/** Rows whose values are compared to guess the content of a column. */
const SAMPLE_ROWS = 50;
/** Share of the values that must have the form of a content. */
const SAMPLE_SHARE = 0.8;

const isFullName = (cell: Cell): boolean =>
  /^\p{L}[\p{L}.'’-]+(?: \p{L}[\p{L}.'’-]*)+$/u.test(cellText(cell).trim());
/** Returns true for the digits of a document number, such as a cédula. */
const isPlainNumber = (cell: Cell): boolean => {
  const read = readDocumentNumberCell(cell);
  return read.type === 'read' && /^\d{6,11}$/.test(read.value);
};
const isDocumentNumber = (cell: Cell): boolean => {
  const read = readDocumentNumberCell(splitTypedNumber(cell).number);
  return read.type === 'read' && read.value.replace(/\D/g, '').length >= 5;
};
const isDay = (cell: Cell): boolean => readDayCell(cell, ANY_DAY).type === 'read';
const ANY_DAY = { has1904Dates: false, today: '9999-12-31', isBirthDate: true, doubts: NO_DAY_DOUBTS };

/** Form of the values of a content, as far as it distinguishes the content from others. */
const VALUE_TESTS = {
  email: (cell: Cell) => /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(cellText(cell).trim()),
  document: isDocumentNumber,
  identification_type: (cell: Cell) => readDocumentTypeCell(cell).type === 'read',
  gender: (cell: Cell) => /^(?:f|m|h|femenino|masculino|mujer|hombre)$/i.test(cellText(cell).trim()),
  birth_date: isDay,
  phone: (cell: Cell) => cellText(cell).replace(/\D/g, '').length >= 7,
  identification_number: isDocumentNumber,
  full_name: isFullName,
} as const satisfies Partial<Record<RosterTarget, (cell: Cell) => boolean>>;

/** Tests by which a column without a header is recognised, most specific content first. */
const CONTENT_TESTS: readonly (readonly [target: RosterTarget, test: (cell: Cell) => boolean])[] = [
  ['email', VALUE_TESTS.email],
  ['document', (cell) => splitTypedNumber(cell).type !== null],
  ['identification_type', VALUE_TESTS.identification_type],
  ['gender', VALUE_TESTS.gender],
  ['birth_date', (cell) => /\D/.test(cellText(cell)) && isDay(cell)],
  ['phone', (cell) => /^3\d{9}$/.test(cellText(cell).replaceAll(' ', ''))],
  ['identification_number', isPlainNumber],
  ['full_name', isFullName],
];

function passesSample(rows: readonly TableRow[], column: number, test: (cell: Cell) => boolean): boolean {
  const cells = rows
    .slice(0, SAMPLE_ROWS)
    .map((row) => row.cells[column] ?? null)
    .filter((cell) => !isEmptyCell(cell));
  return cells.length > 0 && cells.filter(test).length >= cells.length * SAMPLE_SHARE;
}

/** Returns true if the values of a column have the form of a content. A column without values has no form. */
export function fitsTarget(rows: readonly TableRow[], column: number, target: RosterTarget): boolean {
  const test = Object.hasOwn(VALUE_TESTS, target) ? VALUE_TESTS[target as keyof typeof VALUE_TESTS] : null;
  return passesSample(rows, column, test ?? (() => true));
}

/** Guesses the content of each column by its values; the first of two columns with one content has it. */
export function guessByContents(rows: readonly TableRow[], columnCount: number): Map<number, RosterTarget> {
  const mapping = new Map<number, RosterTarget>();
  for (const [target, test] of CONTENT_TESTS) {
    for (let column = 0; column < columnCount; column += 1) {
      if (mapping.has(column) || !passesSample(rows, column, test)) continue;
      mapping.set(column, target);
      break;
    }
  }
  return mapping;
}

/** Returns true for a row with a document number or an e-mail address: a row of a person, and no header. */
export const looksLikePerson = ({ cells }: TableRow): boolean =>
  cells.some((cell) => isPlainNumber(splitTypedNumber(cell).number) || VALUE_TESTS.email(cell));
