import Papa from 'papaparse';
import { FORMULA_PATTERN } from '#contract/spreadsheets.ts';
import { type SpreadsheetCell, type SpreadsheetColumn, cellOf, textCell } from './columns.ts';

/** Mark by which Excel recognises UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

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
