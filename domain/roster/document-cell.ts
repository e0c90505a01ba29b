import {
  IDENTIFICATION_LABELS,
  IDENTIFICATION_TYPES,
  type IdentificationType,
} from '#contract/vocabulary.ts';
import { foldText } from '../text/fold.ts';
import { problemOf, readAs, type CellReading } from './day-cell.ts';
import { cellText, type Cell } from './table.ts';

const lettersOf = (text: string): string => foldText(text).replace(/[^a-z]/g, '');

/** Map from the letters of the names under which companies write a document type. */
const TYPE_BY_LETTERS: ReadonlyMap<string, IdentificationType> = new Map([
  ...IDENTIFICATION_TYPES.flatMap((type) => [
    [lettersOf(type), type] as const,
    [lettersOf(IDENTIFICATION_LABELS[type]), type] as const,
  ]),
  ['cedula', 'CC'],
  ['ced', 'CC'],
  ['ccciudadania', 'CC'],
  ['ciudadania', 'CC'],
  ['tarjeta', 'TI'],
  ['cedulaextranjeria', 'CE'],
  ['extranjeria', 'CE'],
  ['pp', 'PA'],
  ['pas', 'PA'],
  ['pte', 'PA'],
]);

const TYPE_LIST = IDENTIFICATION_TYPES.join(', ');

export function readDocumentTypeCell(cell: Cell): CellReading<IdentificationType> {
  const type = TYPE_BY_LETTERS.get(lettersOf(cellText(cell)));
  return type === undefined ? problemOf(`Tipo de documento desconocido. Usa ${TYPE_LIST}.`) : readAs(type);
}

/** Number in scientific notation, as Excel writes long numbers to a CSV file: the last digits are lost. */
const SCIENTIFIC_PATTERN = /^\d+(?:[.,]\d+)?e\+?\d+$/i;
const THOUSANDS_PATTERN = /^\d{1,3}(?:([.,'’ \u00a0])\d{3})(?:\1\d{3})*$/u;

const DAMAGED_NUMBER_MESSAGE =
  'Excel dañó este número (perdió cifras). Escríbelo completo, o dale formato de texto a la columna y exporta otra vez.';

/** Returns the digits of a number cell; null if the number is no whole number, or too long for Excel's 15 exact digits. */
function wholeNumberText(text: string): string | null {
  const value = Number(text);
  return Number.isSafeInteger(value) && value >= 0 && String(value).length <= 15 ? String(value) : null;
}

/**
 * Reads a document number without the separators of thousands. Only the contract's schema decides which numbers are valid; this
 * function detects the damage that spreadsheet programs do.
 */
export function readDocumentNumberCell(cell: Cell): CellReading<string> {
  if (typeof cell === 'object' && cell?.type === 'number') {
    const digits = wholeNumberText(cell.text);
    return digits === null ? problemOf(DAMAGED_NUMBER_MESSAGE) : readAs(digits);
  }
  const text = cellText(cell).trim().replace(/^['’]/, '');
  if (SCIENTIFIC_PATTERN.test(text)) return problemOf(DAMAGED_NUMBER_MESSAGE);
  if (THOUSANDS_PATTERN.test(text)) return readAs(text.replace(/\D/g, ''));
  return readAs(text.replace(/^(\d+)[.,]0{1,2}$/, '$1'));
}

const TYPED_NUMBER_PATTERN = /^([\p{L}. ]*\p{L})[.: -]*(\d.*)$/u;

/** Splits 'CC 1.020.304' into type and number; a text without a known type is a number only. */
export function splitTypedNumber(cell: Cell): { readonly type: Cell; readonly number: Cell } {
  const [, type = '', number = ''] = TYPED_NUMBER_PATTERN.exec(cellText(cell).trim()) ?? [];
  return TYPE_BY_LETTERS.has(lettersOf(type)) ? { type, number } : { type: null, number: cell };
}
