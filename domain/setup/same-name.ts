import { searchTerms } from '../text/fold.ts';

const TITLES: ReadonlySet<string> = new Set(['dr', 'dra', 'doctor', 'doctora']);

const wordsOf = (name: string): string[] =>
  searchTerms(name.replaceAll('.', ' ')).filter((word) => !TITLES.has(word));

/**
 * Returns true when one name contains every word of the other, titles ignored: 'Leonor Ensayo' and 'Dra. Leonor Ensayo Vargas'.
 */
export function isSameName(one: string, other: string): boolean {
  const [short = [], long = []] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length);
  return short.length > 0 && short.every((word) => long.includes(word));
}

/** Returns the row with the name; null when no row or several rows have it. */
export function findRowByName<Row>(
  name: string,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Row | null {
  const [found, ...others] = rows.filter((row) => isSameName(name, nameOf(row)));
  return found !== undefined && others.length === 0 ? found : null;
}
