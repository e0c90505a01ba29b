import { cellText, columnName } from '#domain/roster/table.ts';
import type { BroughtSheet } from '../bringing/use-sheet.ts';

/** Cell of a row as the user sees and corrects it. */
export interface RowCell {
  readonly column: number;
  /** Title of the column with the cell's address, such as 'Cédula (A5)'. */
  readonly label: string;
  /** Text of the file, or its correction. */
  readonly text: string;
}

/** Returns the title of a column, such as 'Cédula', or 'Columna A'. */
export function columnTitle({ book, headerIndex }: BroughtSheet, column: number): string {
  const titles = headerIndex === null ? [] : (book.table.rows[headerIndex]?.cells ?? []);
  return cellText(titles[column]).trim() || `Columna ${columnName(column)}`;
}

/** Returns the cells of a row whose columns have a meaning, in the order of the sheet. */
export function rowCellsOf(
  sheet: BroughtSheet,
  number: number,
  edited: ReadonlyMap<number, string> | undefined,
): readonly RowCell[] {
  const cells = sheet.book.table.rows.find((row) => row.number === number)?.cells ?? [];
  return [...sheet.mapping.keys()]
    .sort((one, other) => one - other)
    .map((column) => ({
      column,
      label: `${columnTitle(sheet, column)} (${columnName(column)}${number})`,
      text: edited?.get(column) ?? cellText(cells[column]),
    }));
}

/** Texts that identify a row. */
const CONTEXT_CELLS = 4;

/** Returns the first texts of a row, by which the user recognises it. */
export const rowContext = (cells: readonly RowCell[]): string =>
  cells
    .map(({ text }) => text)
    .filter((text) => text.trim() !== '')
    .slice(0, CONTEXT_CELLS)
    .join(' · ');
