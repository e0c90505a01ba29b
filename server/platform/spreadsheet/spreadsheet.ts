import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { SpreadsheetFormat } from '#contract/spreadsheets.ts';
import type { SpreadsheetColumn } from './columns.ts';
import { csvTexts } from './csv.ts';
import { sheetTexts } from './sheet-xml.ts';
import { FIXED_PARTS, SHEET_PATH } from './xlsx-parts.ts';

/** Characters that are compressed and sent at once. */
const PIECE_LENGTH = 64 * 1024;

/** Joins texts to pieces of at least PIECE_LENGTH characters. Other requests run between two pieces. */
async function* joinTexts(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
    await nextTurn();
  }
  yield piece;
}

async function* toBytes(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield strToU8(text);
}

/** Adds a file to the archive. Returns the function that appends to it. */
function addFile(archive: Zip, name: string) {
  const file = new ZipDeflate(name);
  archive.add(file);
  return (text: string, isLast: boolean) => file.push(strToU8(text), isLast);
}

/** Yields a workbook with one sheet. Only the compressed bytes of one piece are in memory. */
async function* toWorkbook(sheet: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const [name, text] of Object.entries(FIXED_PARTS)) addFile(archive, name)(text, true);
  const append = addFile(archive, SHEET_PATH);
  for await (const text of sheet) {
    append(text, false);
    yield* chunks.splice(0);
  }
  append('', true);
  archive.end();
  yield* chunks;
}

/**
 * Writes rows as a spreadsheet, as fast as the stream is read. A text is never a formula. The stream fails if `rows` fails; a
 * stream that is destroyed ends the iteration of `rows`.
 */
export function spreadsheet<Row>(
  format: SpreadsheetFormat,
  columns: readonly SpreadsheetColumn<Row>[],
  rows: AsyncIterable<Row>,
): Readable {
  switch (format) {
    case 'csv':
      return Readable.from(toBytes(joinTexts(csvTexts(columns, rows))), { objectMode: false });
    case 'xlsx':
      return Readable.from(toWorkbook(joinTexts(sheetTexts(columns, rows))), { objectMode: false });
  }
}
