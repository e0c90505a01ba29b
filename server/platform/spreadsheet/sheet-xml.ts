import { type SpreadsheetCell, type SpreadsheetColumn, cellOf, textCell } from './columns.ts';

/** Indexes of the formats in `STYLES` (xlsx-parts.ts). */
const STYLE = { title: 1, text: 2, day: 3, minute: 4 } as const;

const XML_ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes a text. Excel reads `_x0041_` as the letter A, unless its first underscore is escaped the same way. */
const escapeText = (text: string): string =>
  text
    .replaceAll(/[&<>]/g, (character) => XML_ENTITIES[character] ?? '')
    .replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_');

/** Returns the name of a column as a spreadsheet shows it: A for 0, AA for 26. */
function columnLetters(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : `${columnLetters(Math.floor(index / 26) - 1)}${last}`;
}

const DAY_MS = 24 * 60 * 60_000;
/** Day 0 of a workbook. It is a day early, because Excel counts a 29 February 1900, which did not exist. */
const DAY_ZERO_MS = Date.UTC(1899, 11, 30);
/** First day of which the number is right. */
const FIRST_DAY = '1900-03-01';

/** Returns the number of a day, with the time as its fraction. */
const serialOf = (text: string): number =>
  (Date.parse(`${text.replace(' ', 'T')}${text.includes(' ') ? ':00' : 'T00:00:00'}Z`) - DAY_ZERO_MS) /
  DAY_MS;

const inlineText = (address: string, style: number, text: string): string =>
  `<c r="${address}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`;

const numberCell = (address: string, style: number, value: number): string =>
  `<c r="${address}" s="${style}"><v>${value}</v></c>`;

function cellXml(cell: SpreadsheetCell, address: string): string {
  if (cell === null) return '';
  switch (cell.type) {
    case 'count':
      return numberCell(address, 0, cell.count);
    case 'text':
      return inlineText(address, STYLE.text, cell.text);
    case 'day':
    case 'minute':
      return cell.text < FIRST_DAY
        ? inlineText(address, STYLE.text, cell.text)
        : numberCell(address, STYLE[cell.type], serialOf(cell.text));
  }
}

const rowXml = (number: number, cells: readonly string[]): string =>
  `<row r="${number}">${cells.join('')}</row>`;

const titleRow = (columns: readonly SpreadsheetColumn<never>[]): string =>
  rowXml(
    1,
    columns.map(({ title }, index) => {
      const cell = textCell(title);
      return cell?.type === 'text' ? inlineText(`${columnLetters(index)}1`, STYLE.title, cell.text) : '';
    }),
  );

const widthsXml = (columns: readonly SpreadsheetColumn<never>[]): string =>
  columns
    .map(
      ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    )
    .join('');

/** Yields the XML of the sheet, row by row. The row of titles stays in view, and every column has a filter. */
export async function* sheetTexts<Row>(
  columns: readonly SpreadsheetColumn<Row>[],
  rows: AsyncIterable<Row>,
): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widthsXml(columns)}</cols><sheetData>${titleRow(columns)}`;
  let number = 1;
  for await (const row of rows) {
    number += 1;
    const cells = columns.map((column, index) =>
      cellXml(cellOf(column, row), `${columnLetters(index)}${number}`),
    );
    yield rowXml(number, cells);
  }
  yield `</sheetData><autoFilter ref="A1:${columnLetters(columns.length - 1)}${number}"/></worksheet>`;
}
