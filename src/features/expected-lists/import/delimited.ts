import Papa from 'papaparse';
import { ROSTER_COLUMNS_MAX } from '#contract/records/roster-columns.ts';
import { FORMULA_PATTERN } from '#contract/spreadsheets.ts';
import { createTable, type Cell, type RosterTable } from '#domain/roster/table.ts';
import { hasWrongAccents } from './accents.ts';
import { CELL_MAX_LENGTH, ROSTER_ROWS_MAX, RosterFileError } from './file-problem.ts';

const BYTE_ORDER_MARKS: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * Decodes the text of a file by its byte order mark. Without one, the text is UTF-8 if it is valid, otherwise Windows-1252,
 * which Excel writes in Spanish.
 * @throws RosterFileError for bytes that are no text, or have another encoding
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) return new TextDecoder(marked[0]).decode(bytes);
  if (bytes.includes(0)) throw new RosterFileError('not_spreadsheet');
  const utf8 = decodeUtf8(bytes);
  if (utf8 !== null) return utf8;
  const text = new TextDecoder('windows-1252').decode(bytes);
  if (hasWrongAccents(text)) throw new RosterFileError('wrong_accents');
  return text;
}

/** Text that Excel exports as a formula, so that it keeps leading zeros: `="0123"`. */
const QUOTED_TEXT_FORMULA_PATTERN = /^="([^"]*)"$/;

/** Returns true for a text that an export keeps from being a formula by an apostrophe. */
const isEscapedText = (text: string): boolean => text.startsWith("'") && FORMULA_PATTERN.test(text.slice(1));

function toCell(raw: string): Cell {
  const text = raw.slice(0, CELL_MAX_LENGTH);
  if (isEscapedText(text)) return text.slice(1);
  const quoted = QUOTED_TEXT_FORMULA_PATTERN.exec(text)?.[1];
  if (quoted !== undefined) return quoted;
  return text.startsWith('=') ? { type: 'formula', text } : text;
}

/** First line in which Excel states the separator, such as `sep=;`. */
const SEPARATOR_LINE_PATTERN = /^sep=(.)\r?\n/i;
const TAB = '\t';
/** Characters at the beginning of pasted cells in which a tab shows that tabs separate the cells. */
const TAB_SEARCH_LENGTH = 5_000;

const findWidth = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

/** Returns the separator: the tab in pasted cells that contain one, otherwise the one that divides the first rows most evenly. */
function findSeparator(text: string, isPasted: boolean): string {
  if (isPasted && text.slice(0, TAB_SEARCH_LENGTH).includes(TAB)) return TAB;
  const delimitersToGuess = [';', TAB, ',', '|'];
  // Empty rows, such as the one after the last line end, would count as uneven.
  return Papa.parse(text, { delimitersToGuess, preview: 10, skipEmptyLines: true }).meta.delimiter;
}

/**
 * Reads text with separators: a CSV file, or cells that were pasted from a spreadsheet, whose separator is the tab.
 * @throws RosterFileError
 */
export function readDelimited(text: string, isPasted: boolean): RosterTable {
  const stated = SEPARATOR_LINE_PATTERN.exec(text);
  const rows = new Map<number, Cell[]>();
  // Empty rows count too, so that the numbers agree with those that the spreadsheet shows.
  let number = stated ? 1 : 0;
  Papa.parse<string[]>(stated ? text.slice(stated[0].length) : text, {
    delimiter: stated?.[1] ?? findSeparator(text, isPasted),
    step: ({ data, errors }) => {
      if (errors.some(({ code }) => code === 'MissingQuotes')) throw new RosterFileError('open_quote');
      number += 1;
      const width = findWidth(data);
      if (width > ROSTER_COLUMNS_MAX) throw new RosterFileError('too_many_columns');
      if (width > 0) rows.set(number, data.slice(0, width).map(toCell));
      if (rows.size > ROSTER_ROWS_MAX) throw new RosterFileError('too_many_rows');
    },
  });
  return createTable(rows);
}
