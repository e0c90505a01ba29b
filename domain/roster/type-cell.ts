import { foldText } from '../text/fold.ts';
import { problemOf, readAs, type CellReading } from './day-cell.ts';
import { cellText, type Cell } from './table.ts';
import { joinSome } from './value-cell.ts';

export interface NamedRow {
  readonly id: string;
  readonly name: string;
  readonly code: string;
}

/** Words that name every evaluation type, such as in 'examen médico de ingreso'. */
const COMMON_WORDS = new Set([
  'pre',
  'examen',
  'evaluacion',
  'medico',
  'medica',
  'ocupacional',
  'de',
  'por',
  'tipo',
]);
/** Other usual words for an evaluation at the beginning and at the end of a contract. */
const SYNONYMS: Readonly<Record<string, string>> = { preingreso: 'ingreso', retiro: 'egreso' };
/** A shorter text is no part of a name: it must be a whole name or code. */
const PART_MIN_LENGTH = 4;

/** Returns the words that distinguish a name, between blanks. Masculine and feminine forms are equal. */
function nameWords(text: string): string {
  const words = foldText(text)
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !COMMON_WORDS.has(word))
    .map((word) => (SYNONYMS[word] ?? word).replace(/[ao]$/, ''));
  return ` ${words.join(' ')} `;
}

const firstWord = (name: string): string => ` ${nameWords(name).trim().split(' ')[0] ?? ''} `;

function findNamedRows(text: string, rows: readonly NamedRow[]): readonly NamedRow[] {
  const folded = foldText(text);
  const exact = rows.filter(({ name, code }) => foldText(name) === folded || foldText(code) === folded);
  const words = nameWords(text);
  if (exact.length > 0 || words.trim() === '') return exact;
  const equal = rows.filter(({ name }) => nameWords(name) === words);
  if (equal.length > 0) return equal;
  const contained = rows.filter(({ name }) => words.includes(nameWords(name)));
  if (words.trim().length < PART_MIN_LENGTH) return contained;
  // Another type's first word makes the text ambiguous: 'ingreso o egreso'.
  const begun = rows.filter(({ name }) => words.includes(firstWord(name)));
  const isOther = ({ name }: NamedRow) => !contained.some((row) => firstWord(row.name) === firstWord(name));
  if (contained.length > 0) return [...contained, ...begun.filter(isOther)];
  return rows.filter(({ name }) => nameWords(name).includes(words));
}

/**
 * Finds the id of the evaluation type that a cell names: by its name, its code, a longer text that contains one name ('examen de
 * egreso'), or a part of one name ('ingreso' for 'Ingreso (preocupacional)'). A text that fits several types is a problem.
 */
export function readTypeCell(cell: Cell, types: readonly NamedRow[]): CellReading<string> {
  const [only, ...others] = findNamedRows(cellText(cell), types);
  if (types.length === 0)
    return problemOf('Este dispositivo todavía no tiene los tipos de evaluación. Espera un momento con red.');
  if (!only)
    return problemOf(`Tipo de evaluación desconocido. Hay: ${joinSome(types.map(({ name }) => name))}.`);
  return others.length === 0
    ? readAs(only.id)
    : problemOf(`Puede ser ${joinSome([only, ...others].map(({ name }) => name))}: escribe cuál.`);
}
