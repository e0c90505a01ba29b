import Papa from 'papaparse';
import { type SpreadsheetCell, type SpreadsheetColumn, cellOf, textCell } from './columns.ts';

/** Mark by which Excel recognises UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Beginnings of a text that a spreadsheet program may execute as a formula. Some programs ignore blanks before them, or read
 * the full-width forms. An apostrophe before the text prevents it.
 */
const FORMULA_PATTERN = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

const valueOf = (cell: SpreadsheetCell): string | number | null => {
  if (cell === null) return null;
  return cell.type === 'count' ? cell.count : cell.text;
};

const csvLine = (cells: readonly SpreadsheetCell[]): string =>
  `${Papa.unparse([cells.map(valueOf)], { delimiter: ';', escapeFormulae: FORMULA_PATTERN })}\r\n`;

/** Yields the lines of a CSV file as Excel in Spanish opens it: UTF-8 with a byte order mark, separated by semicolons. */
export async function* csvTexts<Row>(
  columns: readonly SpreadsheetColumn<Row>[],
  rows: AsyncIterable<Row>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(({ title }) => textCell(title)));
  for await (const row of rows) yield csvLine(columns.map((column) => cellOf(column, row)));
}
