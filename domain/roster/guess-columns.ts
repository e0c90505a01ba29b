import { fitsTarget, guessByContents, looksLikePerson } from './column-values.ts';
import { headerText, targetOfHeader, type HeaderTarget } from './headers.ts';
import type { RosterTable, TableRow } from './table.ts';
import {
  findMissingTargets,
  type ColumnMapping,
  type RosterAdditionalField,
  type RosterTarget,
} from './targets.ts';

/** Rows above the header that a spreadsheet may have: a logo, a title, the company's name. */
const HEADER_SEARCH_ROWS = 30;

interface Candidate extends HeaderTarget {
  readonly column: number;
  /** Number of words of the header; the header with fewer words is the more general one. */
  readonly words: number;
}

/** Orders the columns whose headers name one content: clear headers, values in the form of the content, and short headers first. */
const preferBetter = (fits: (column: number) => boolean) => (one: Candidate, other: Candidate) =>
  Number(one.isWeak) - Number(other.isWeak) ||
  Number(fits(other.column)) - Number(fits(one.column)) ||
  one.words - other.words ||
  one.column - other.column;

/** 'Nombre' or 'Nombres' without a column of surnames contains the whole name. */
function treatGivenAsWholeName(mapping: Map<number, RosterTarget>): void {
  const targets = new Set(mapping.values());
  if (targets.has('surnames') || targets.has('last_name')) return;
  for (const [column, target] of mapping) {
    if (target !== 'given_names') continue;
    if (targets.has('full_name')) mapping.delete(column);
    else mapping.set(column, 'full_name');
  }
}

/** Returns the content of each column by its header. Of several columns with one content, the best one has it. */
function guessByHeaders(
  header: TableRow | undefined,
  people: readonly TableRow[],
  fields: readonly RosterAdditionalField[],
): Map<number, RosterTarget> {
  const candidates = new Map<RosterTarget, Candidate[]>();
  for (const [column, cell] of (header?.cells ?? []).entries()) {
    const found = targetOfHeader(cell, fields);
    if (!found) continue;
    const words = headerText(cell).split(' ').length;
    candidates.set(found.target, [...(candidates.get(found.target) ?? []), { ...found, column, words }]);
  }
  const mapping = new Map<number, RosterTarget>();
  for (const [target, columns] of candidates) {
    const fits = (column: number) => columns.length > 1 && fitsTarget(people, column, target);
    const [best, ...others] = columns.toSorted(preferBetter(fits));
    if (best) mapping.set(best.column, target);
    // 'Documento' next to 'Número de documento' is often the column of the types.
    const types = others.find(({ column }) => fitsTarget(people, column, 'identification_type'));
    if (target === 'identification_number' && types && !candidates.has('identification_type'))
      mapping.set(types.column, 'identification_type');
  }
  treatGivenAsWholeName(mapping);
  return new Map([...mapping].toSorted(([one], [other]) => one - other));
}

export interface ColumnGuess {
  /** Index in the table's rows of the header; null if the table has none. */
  readonly headerIndex: number | null;
  readonly mapping: ColumnMapping;
}

/** Returns the mapping for a header that the user chose. */
export const guessForHeader = (
  { rows, columnCount }: RosterTable,
  headerIndex: number | null,
  fields: readonly RosterAdditionalField[],
): ColumnMapping =>
  headerIndex === null
    ? guessByContents(rows, columnCount)
    : guessByHeaders(rows[headerIndex], rows.slice(headerIndex + 1), fields);

const isComplete = ({ mapping }: ColumnGuess): boolean => findMissingTargets(mapping).length === 0;

/** Returns the better of two guesses: one that suffices for an import, then one with more known names. */
const betterOf = (one: ColumnGuess, other: ColumnGuess): ColumnGuess => {
  const byCompleteness = Number(isComplete(other)) - Number(isComplete(one));
  return byCompleteness > 0 || (byCompleteness === 0 && other.mapping.size > one.mapping.size) ? other : one;
};

/** Minimum known names of a header without which the user must choose columns anyway. */
export const HEADER_NAMES_MIN = 2;

/**
 * Guesses the header and the content of each column. Titles above the header are skipped, and a row of a person is no header:
 * the header is the row with the most known names, preferably with number and names. If there is none, the values decide.
 */
export function guessColumns(table: RosterTable, fields: readonly RosterAdditionalField[]): ColumnGuess {
  const guesses = table.rows
    .slice(0, HEADER_SEARCH_ROWS)
    .flatMap((row, headerIndex) =>
      looksLikePerson(row) ? [] : [{ headerIndex, mapping: guessForHeader(table, headerIndex, fields) }],
    );
  const best = guesses.reduce<ColumnGuess | null>(
    (most, guess) => (most ? betterOf(most, guess) : guess),
    null,
  );
  if (best !== null && best.mapping.size >= HEADER_NAMES_MIN) return best;
  const byContents = { headerIndex: null, mapping: guessByContents(table.rows, table.columnCount) };
  const [first] = guesses;
  return isComplete(byContents) || first?.headerIndex !== 0 || table.rows.length === 1 ? byContents : first;
}
