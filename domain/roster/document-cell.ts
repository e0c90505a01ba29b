import { trimToVisibleLine } from '#contract/fold.ts';
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
export const SCIENTIFIC_PATTERN = /^\d+(?:[.,]\d+)?e\+?\d+$/i;
const THOUSANDS_PATTERN = /^\d{1,3}(?:([.,'’ \u00a0])\d{3})(?:\1\d{3})*$/u;
const DECIMAL_PATTERN = /^\d+[.,]\d+$/;

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
  const text = trimToVisibleLine(cellText(cell)).replace(/^['’]/, '');
  if (SCIENTIFIC_PATTERN.test(text)) return problemOf(DAMAGED_NUMBER_MESSAGE);
  if (THOUSANDS_PATTERN.test(text)) return readAs(text.replace(/\D/g, ''));
  const whole = text.replace(/^(\d+)[.,]0{1,2}$/, '$1');
  return DECIMAL_PATTERN.test(whole) ? problemOf(DAMAGED_NUMBER_MESSAGE) : readAs(whole);
}

/** Types whose numbers have digits only. */
const DIGITS_ONLY_TYPES: readonly IdentificationType[] = ['CC', 'TI'];
/** Minimum digits of these numbers. Shorter ones are most likely the number of a row: no person of working age has them. */
const SHORTEST_NUMBER_LENGTH = 5;

/** Returns why a read number cannot belong to a document of this type; null if it can. */
export function documentNumberProblem(type: IdentificationType, number: string): string | null {
  if (!DIGITS_ONLY_TYPES.includes(type)) return null;
  const digits = number.replaceAll(' ', '');
  if (!/^\d+$/.test(digits)) return `Revisa el número: con ${type} solo lleva cifras.`;
  return digits.length < SHORTEST_NUMBER_LENGTH
    ? 'Es muy corto. Revisa que la columna traiga el número de documento.'
    : null;
}

/** Most words that name a type: 'Cédula de ciudadanía', and a few more letters with dots. */
const TYPE_WORDS_MAX = 6;
/** Word for 'number' between type and number. It must be separated, because a passport number may begin with these letters. */
const NUMBER_WORD_PATTERN = /^[\s.:-]*(?:n[.:º°]+\s*|(?:no|nro|num|n[uú]mero)[.:º°\s]+|#\s*)/iu;

/** Number of a passport: at most nine letters and digits, as in its machine-readable zone. */
const PASSPORT_NUMBER_PATTERN = /^(?=.{5,9}$)\p{L}{1,3}\d+$/u;

interface TypedNumber {
  readonly type: IdentificationType | null;
  readonly number: Cell;
}

/**
 * Splits 'CC No. 1.020.304' into type and number by the longest known type at the beginning. A text without a known type is a
 * number only. Letters directly before digits are no passport type, because they may belong to the passport's number; if another
 * cell states a passport, as `statedType`, they always do.
 */
export function splitTypedNumber(cell: Cell, statedType: IdentificationType | null = null): TypedNumber {
  if (typeof cell !== 'string') return { type: null, number: cell };
  const text = trimToVisibleLine(cell);
  if (statedType === 'PA' && PASSPORT_NUMBER_PATTERN.test(text)) return { type: null, number: text };
  let found: TypedNumber = { type: null, number: text.replace(NUMBER_WORD_PATTERN, '') };
  let letters = '';
  const [beforeDigits = ''] = /^\D*/.exec(text) ?? [];
  for (const word of [...beforeDigits.matchAll(/\p{L}+/gu)].slice(0, TYPE_WORDS_MAX)) {
    letters += lettersOf(word[0]);
    const type = TYPE_BY_LETTERS.get(letters);
    const rest = text.slice(word.index + word[0].length);
    if (type === undefined || !/\d/.test(rest) || (type === 'PA' && /^\d/.test(rest))) continue;
    found = { type, number: rest.replace(NUMBER_WORD_PATTERN, '').replace(/^[\s.:-]+/, '') };
  }
  return found;
}
