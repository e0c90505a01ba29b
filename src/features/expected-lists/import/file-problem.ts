import { EXPECTED_PEOPLE_MAX } from '#contract/records/evaluation/expected-lists.ts';
import { ROSTER_COLUMNS_MAX } from '#contract/records/roster-columns.ts';

/** Maximum size of a chosen file: a list of 10,000 people with 30 columns takes 3 MB. */
export const ROSTER_FILE_MAX_BYTES = 20_000_000;
/** Maximum bytes of the sheet and its texts after unpacking, so that a small file cannot fill the memory. */
export const UNPACKED_MAX_BYTES = 120_000_000;
/** Rows above the people that a sheet may have in addition. */
const EXTRA_ROWS_MAX = 50;
export const ROSTER_ROWS_MAX = EXPECTED_PEOPLE_MAX + EXTRA_ROWS_MAX;
/** Characters of a cell that are read; the longest field has 2,000. */
export const CELL_MAX_LENGTH = 4_000;

/**
 * Maximum characters of all cells. Cells of a workbook share their texts, but the message from the worker to the page contains
 * the text of each cell, so that a small workbook could fill the memory.
 */
export const TABLE_MAX_CHARACTERS = 30_000_000;

export type RosterFileProblemCode =
  | 'too_large'
  | 'unpacked_too_large'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'macros'
  | 'old_or_locked'
  | 'not_spreadsheet'
  | 'damaged'
  | 'open_quote'
  | 'wrong_accents'
  | 'empty'
  | 'too_slow'
  | 'reader_not_loaded';

const MAX_PEOPLE_TEXT = EXPECTED_PEOPLE_MAX.toLocaleString('es-CO');

export const FILE_PROBLEM_TEXTS: Readonly<Record<RosterFileProblemCode, string>> = {
  too_large: `El archivo pesa más de ${ROSTER_FILE_MAX_BYTES / 1_000_000} MB. Deja solo la hoja con la lista y guárdalo otra vez.`,
  unpacked_too_large:
    'Al abrirlo, el archivo es demasiado grande. Copia la lista a un libro nuevo y guárdalo.',
  too_many_rows: `La lista tiene más de ${MAX_PEOPLE_TEXT} filas. Divídela en varias.`,
  too_many_columns: `La hoja tiene más de ${ROSTER_COLUMNS_MAX} columnas. Deja solo las de la lista.`,
  macros: 'El archivo tiene macros. Guárdalo como «Libro de Excel (.xlsx)», sin macros.',
  old_or_locked:
    'Es un Excel antiguo (.xls) o tiene contraseña. Guárdalo como «Libro de Excel (.xlsx)» sin contraseña.',
  not_spreadsheet: 'No es una lista de Excel (.xlsx) ni de texto (.csv). Elige otro archivo.',
  damaged:
    'El archivo está dañado y no se puede leer. Ábrelo en Excel, guárdalo otra vez y elígelo de nuevo.',
  open_quote: 'Al archivo le falta una comilla de cierre ("). Ábrelo en Excel y guárdalo otra vez.',
  wrong_accents:
    'Las tildes y las eñes no se leen bien. Guarda el archivo como «CSV UTF-8» o como «Libro de Excel (.xlsx)» y elígelo de nuevo.',
  empty: 'No hay filas con datos.',
  // The server has no longer the reader of an open page that is older than the server.
  reader_not_loaded:
    'No se pudo cargar el lector de listas: falta la red o hay una versión nueva. Con red, recarga la página y trae la lista otra vez.',
  too_slow: 'Leer este archivo tarda demasiado. Copia la lista a un libro nuevo y guárdalo.',
};

/** Error for a file that is not read; users see the text of its code. */
export class RosterFileError extends Error {
  readonly code: RosterFileProblemCode;
  constructor(code: RosterFileProblemCode, options?: ErrorOptions) {
    super(`the file was rejected: ${code}`, options);
    this.name = 'RosterFileError';
    this.code = code;
  }
}
