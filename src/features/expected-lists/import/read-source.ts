import type { RosterTable } from '#domain/roster/table.ts';
import { decodeText, readDelimited } from './delimited.ts';
import { ROSTER_FILE_MAX_BYTES, RosterFileError } from './file-problem.ts';
import { readXlsx, type Workbook } from './xlsx.ts';

/** List that the user brings: a file, or text from the clipboard. `sheet`: index of a workbook's sheet; null for the first. */
export type RosterSource =
  | { readonly type: 'file'; readonly file: Blob; readonly sheet: number | null }
  | { readonly type: 'text'; readonly text: string };

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

const ZIP_SIGNATURE = [0x50, 0x4b, 0x03, 0x04];
/** Compound files are workbooks before 2007, and workbooks with a password. */
const COMPOUND_FILE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0];
const PDF_SIGNATURE = [0x25, 0x50, 0x44, 0x46];
/** Beginning of HTML and XML, which some programs export with the name .xls. */
const MARKUP_PATTERN = /^\s*<(?:!doctype|html|\?xml|table|meta|style)\b/i;

const withoutSheets = (table: RosterTable): Workbook => ({ table, sheets: [], sheet: 0 });

function readText(text: string, isPasted: boolean): Workbook {
  if (MARKUP_PATTERN.test(text)) throw new RosterFileError('not_spreadsheet');
  return withoutSheets(readDelimited(text, isPasted));
}

function readBytes(bytes: Uint8Array, sheet: number | null, onStep: (share: number) => void): Workbook {
  if (startsWith(bytes, COMPOUND_FILE_SIGNATURE)) throw new RosterFileError('old_or_locked');
  if (startsWith(bytes, PDF_SIGNATURE)) throw new RosterFileError('not_spreadsheet');
  return startsWith(bytes, ZIP_SIGNATURE)
    ? readXlsx(bytes, sheet, onStep)
    : readText(decodeText(bytes), false);
}

/**
 * Reads the rows of a list. The content decides the format, not the file's name. `onStep`: share that is read, from 0 to 1.
 * @throws RosterFileError
 */
export async function readSource(source: RosterSource, onStep: (share: number) => void): Promise<Workbook> {
  const size = source.type === 'file' ? source.file.size : source.text.length;
  if (size > ROSTER_FILE_MAX_BYTES) throw new RosterFileError('too_large');
  const book =
    source.type === 'text'
      ? readText(source.text, true)
      : readBytes(new Uint8Array(await source.file.arrayBuffer()), source.sheet, onStep);
  if (book.table.rows.length === 0) throw new RosterFileError('empty');
  return book;
}
