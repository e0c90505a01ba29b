import { ROSTER_COLUMNS_MAX } from '#contract/records/roster-columns.ts';
import { cellText, createTable, isEmptyCell, type Cell, type RosterTable } from '#domain/roster/table.ts';
import { createUnpackedBudget, listArchiveFiles, readArchiveText, type UnpackedBudget } from './archive.ts';
import { CELL_MAX_LENGTH, ROSTER_ROWS_MAX, RosterFileError, TABLE_MAX_CHARACTERS } from './file-problem.ts';
import { createXmlReader } from './xml.ts';

export interface Workbook {
  readonly table: RosterTable;
  /** Names of the visible sheets. */
  readonly sheets: readonly string[];
  /** Index in `sheets` of the sheet that was read. */
  readonly sheet: number;
}

interface OpenWorkbook {
  readonly bytes: Uint8Array;
  readonly budget: UnpackedBudget;
}

type XmlReader = ReturnType<typeof createXmlReader>;

/** Feeds a file of the workbook to a parser. Returns false if the workbook lacks the file. */
function parseFile(
  { bytes, budget }: OpenWorkbook,
  name: string,
  reader: XmlReader,
  onStep?: (share: number) => void,
): boolean {
  const isFound = readArchiveText(bytes, {
    name,
    budget,
    onText: (text) => void reader.write(text),
    ...(onStep && { onStep }),
  });
  if (isFound) reader.end();
  return isFound;
}

interface SheetEntry {
  readonly name: string;
  readonly relation: string;
}

function readSheetList(book: OpenWorkbook): { sheets: SheetEntry[]; has1904Dates: boolean } {
  const sheets: SheetEntry[] = [];
  let has1904Dates = false;
  const reader = createXmlReader({
    onOpen: (name, attribute) => {
      if (name === 'workbookPr') has1904Dates = ['1', 'true'].includes(attribute('date1904') ?? '');
      if (name !== 'sheet' || (attribute('state') ?? 'visible') !== 'visible') return;
      sheets.push({ name: attribute('name') ?? '', relation: attribute('id') ?? '' });
    },
  });
  if (!parseFile(book, 'xl/workbook.xml', reader)) throw new RosterFileError('not_spreadsheet');
  return { sheets, has1904Dates };
}

/** Returns the paths of the workbook's files by the ids of their relations. */
function readRelations(book: OpenWorkbook): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const reader = createXmlReader({
    onOpen: (name, attribute) => {
      if (name !== 'Relationship') return;
      const target = attribute('Target') ?? '';
      paths.set(attribute('Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    },
  });
  parseFile(book, 'xl/_rels/workbook.xml.rels', reader);
  return paths;
}

/** Returns a text with the characters that Excel writes as `_x000D_`, because XML cannot contain them. */
const unescapeText = (text: string): string =>
  text.replaceAll(/_x(?!d[89a-f])([\da-f]{4})_/gi, (_match, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );

/** Returns the texts to which cells refer. Phonetic hints (`rPh`) are no part of a text. */
function readSharedTexts(book: OpenWorkbook): readonly string[] {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isHint = false;
  const reader = createXmlReader({
    onOpen: (name) => {
      if (name === 'si') text = '';
      if (name === 't') isText = true;
      if (name === 'rPh') isHint = true;
    },
    onText: (piece) => {
      if (isText && !isHint && text.length < CELL_MAX_LENGTH) text += piece;
    },
    onClose: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isHint = false;
      if (name === 'si') texts.push(unescapeText(text.slice(0, CELL_MAX_LENGTH)));
    },
  });
  parseFile(book, 'xl/sharedStrings.xml', reader);
  return texts;
}

/** Returns the index of the column in an address such as AB12; null without letters. */
function columnOfAddress(address: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(address)?.[0];
  if (letters === undefined) return null;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + ((letter.codePointAt(0) ?? 0) - 64), 0) - 1;
}

interface RawCell {
  readonly type: string;
  readonly column: number;
  text: string;
  hasFormula: boolean;
  hasValue: boolean;
}

function cellOf({ type, text, hasFormula, hasValue }: RawCell, sharedTexts: readonly string[]): Cell {
  // A formula with the empty text as its value, as in prepared rows of templates, is an empty cell. One without a value was
  // not computed.
  if (hasFormula && hasValue && type === 'str' && text.trim() === '') return null;
  if (hasFormula) return { type: 'formula', text: type === 'e' ? '' : text || '=' };
  switch (type) {
    case 's':
      return sharedTexts[Number(text)] ?? null;
    case 'b':
      return text === '1' ? 'Sí' : 'No';
    case 'e':
      return { type: 'error', text };
    case 'str':
    case 'inlineStr':
    case 'd':
      return unescapeText(text);
    default:
      return text === '' ? null : { type: 'number', text };
  }
}

/** Collects the rows of a sheet by their numbers, and stops at the limits. Two rows or cells at one place are damage. */
function createSheetReader(sharedTexts: readonly string[]) {
  const rows = new Map<number, Cell[]>();
  let number = 0;
  let cells: Cell[] = [];
  /** Column of the next cell, if it has no address. */
  let nextColumn = 0;
  let columns = new Set<number>();
  let cell: RawCell | null = null;
  let isValue = false;
  let charactersLeft = TABLE_MAX_CHARACTERS;
  const closeRow = () => {
    if (cells.length === 0) return;
    rows.set(number, cells);
    if (rows.size > ROSTER_ROWS_MAX) throw new RosterFileError('too_many_rows');
  };
  const closeCell = (closed: RawCell) => {
    const value = cellOf(closed, sharedTexts);
    if (value === null || isEmptyCell(value)) return;
    if (closed.column >= ROSTER_COLUMNS_MAX) throw new RosterFileError('too_many_columns');
    charactersLeft -= cellText(value).length;
    if (charactersLeft < 0) throw new RosterFileError('unpacked_too_large');
    while (cells.length < closed.column) cells.push(null);
    cells[closed.column] = value;
  };
  const reader = createXmlReader({
    onOpen: (name, attribute) => {
      if (name === 'row') {
        const next = Number(attribute('r') ?? number + 1);
        if (!(Number.isSafeInteger(next) && next > number)) throw new RosterFileError('damaged');
        number = next;
        cells = [];
        nextColumn = 0;
        columns = new Set();
      } else if (name === 'c') {
        const column = columnOfAddress(attribute('r') ?? '') ?? nextColumn;
        nextColumn = column + 1;
        if (columns.has(column)) throw new RosterFileError('damaged');
        // Cells beyond the limit are empty, or the sheet is rejected.
        if (column < ROSTER_COLUMNS_MAX) columns.add(column);
        cell = { type: attribute('t') ?? 'n', column, text: '', hasFormula: false, hasValue: false };
      } else if (name === 'f' && cell) cell.hasFormula = true;
      else if (name === 'v' && cell) cell.hasValue = true;
      isValue = name === 'v' || name === 't';
    },
    onText: (piece) => {
      if (cell && isValue && cell.text.length < CELL_MAX_LENGTH) cell.text += piece;
    },
    onClose: (name) => {
      isValue = false;
      if (name === 'c' && cell) {
        closeCell(cell);
        cell = null;
      } else if (name === 'row') closeRow();
    },
  });
  return { reader, rows };
}

/**
 * Reads one sheet of an XLSX workbook. It does not compute formulas, and ignores styles and all other parts.
 * @param sheet index among the visible sheets; null for the first one
 * @throws RosterFileError
 */
export function readXlsx(
  bytes: Uint8Array,
  sheet: number | null,
  onStep?: (share: number) => void,
): Workbook {
  const book: OpenWorkbook = { bytes, budget: createUnpackedBudget() };
  if (listArchiveFiles(bytes).some((name) => /vbaproject/i.test(name))) throw new RosterFileError('macros');
  const { sheets, has1904Dates } = readSheetList(book);
  const chosen = sheets[sheet ?? 0];
  const path = chosen && readRelations(book).get(chosen.relation);
  if (path === undefined) throw new RosterFileError('damaged');
  const { reader, rows } = createSheetReader(readSharedTexts(book));
  if (!parseFile(book, path, reader, onStep)) throw new RosterFileError('damaged');
  return {
    table: createTable(rows, has1904Dates),
    sheets: sheets.map(({ name }) => name),
    sheet: sheet ?? 0,
  };
}
