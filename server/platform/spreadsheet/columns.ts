import { bogotaDay } from '#domain/time/clock.ts';
import { formatTime } from '#domain/time/format.ts';

interface ColumnBase {
  readonly title: string;
  /** Width in characters. */
  readonly width: number;
}

/** Column of a spreadsheet, with the function that returns its value for a row; null for an empty cell. */
export type SpreadsheetColumn<Row> = ColumnBase &
  (
    | { readonly kind: 'text'; readonly value: (row: Row) => string | null }
    /** Whole number. */
    | { readonly kind: 'count'; readonly value: (row: Row) => number | null }
    /** Day, YYYY-MM-DD. */
    | { readonly kind: 'day'; readonly value: (row: Row) => string | null }
    /** Instant, ISO 8601; its cell shows minutes in Bogotá's time. */
    | { readonly kind: 'instant'; readonly value: (row: Row) => string | null }
  );

/** Cell; null if empty. A day is YYYY-MM-DD, a minute YYYY-MM-DD HH:MM in Bogotá's time. */
export type SpreadsheetCell =
  | null
  | { readonly type: 'text' | 'day' | 'minute'; readonly text: string }
  | { readonly type: 'count'; readonly count: number };

/** Maximum characters of a cell in Excel. */
const CELL_MAX_LENGTH = 32_767;
/** Characters that XML cannot contain: control characters, halves of surrogate pairs, and non-characters. */
const UNWRITABLE_PATTERN = /[^\P{Cc}\t\n]|\p{Cs}|[\uFFFE\uFFFF]/gu;

export const textCell = (text: string): SpreadsheetCell => {
  const written = text.replaceAll(UNWRITABLE_PATTERN, ' ').slice(0, CELL_MAX_LENGTH);
  return written === '' ? null : { type: 'text', text: written };
};

function minuteCell(iso: string): SpreadsheetCell {
  const instant = Date.parse(iso);
  return { type: 'minute', text: `${bogotaDay(instant)} ${formatTime(instant)}` };
}

/** Returns the cell of a row in a column. */
export function cellOf<Row>(column: SpreadsheetColumn<Row>, row: Row): SpreadsheetCell {
  if (column.kind === 'count') {
    const count = column.value(row);
    return count === null ? null : { type: 'count', count };
  }
  const text = column.value(row);
  if (text === null) return null;
  switch (column.kind) {
    case 'text':
      return textCell(text);
    case 'day':
      return { type: 'day', text };
    case 'instant':
      return minuteCell(text);
  }
}
