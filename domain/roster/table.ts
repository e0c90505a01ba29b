import { hasVisibleCharacter } from '#contract/primitives.ts';

/** Number as the file contains it, such as `1020304050` or `1.02030405E9`: no binary number, so that no digit is lost. */
interface NumberCell {
  readonly type: 'number';
  readonly text: string;
}

/** Formula with the value that the spreadsheet program computed last. The import never computes formulas. */
interface FormulaCell {
  readonly type: 'formula';
  readonly text: string;
}

/** Error value of a spreadsheet program, such as `#N/A`. */
interface ErrorCell {
  readonly type: 'error';
  readonly text: string;
}

/** Cell of a spreadsheet; null when empty, text otherwise unless its type is known. */
export type Cell = null | string | NumberCell | FormulaCell | ErrorCell;

export interface TableRow {
  /** Number of the row in the spreadsheet, counted from 1, as the user sees it there. */
  readonly number: number;
  readonly cells: readonly Cell[];
}

/** Rows of one sheet without the empty ones. */
export interface RosterTable {
  readonly rows: readonly TableRow[];
  readonly columnCount: number;
  /** True for a workbook that counts its days from 1904, as old versions of Excel for macOS did. */
  readonly has1904Dates: boolean;
}

export const cellText = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? '' : typeof cell === 'string' ? cell : cell.text;

/** Returns true for a cell without a character that fonts draw. */
export const isEmptyCell = (cell: Cell | undefined): boolean => !hasVisibleCharacter(cellText(cell));

/** Returns the name of a column as a spreadsheet shows it: A for 0, AA for 26. */
export const columnName = (index: number): string => {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : `${columnName(Math.floor(index / 26) - 1)}${last}`;
};

/** Returns the table of numbered rows without the empty ones. Row numbers count from 1. */
export function createTable(
  rows: Iterable<readonly [number: number, cells: readonly Cell[]]>,
  has1904Dates = false,
): RosterTable {
  const filled: TableRow[] = [];
  for (const [number, cells] of rows) if (!cells.every(isEmptyCell)) filled.push({ number, cells });
  return {
    rows: filled,
    columnCount: filled.reduce((most, { cells }) => Math.max(most, cells.length), 0),
    has1904Dates,
  };
}
