import { searchTerms } from '../text/fold.ts';

const DOCTOR_TITLES: ReadonlySet<string> = new Set(['dr', 'dra', 'doctor', 'doctora']);

const nameWordsWithoutTitles = (name: string): string[] =>
  searchTerms(name.replaceAll('.', ' ')).filter((word) => !DOCTOR_TITLES.has(word));

/**
 * Returns true when one name contains every word of the other, titles ignored: 'Leonor Ensayo' and 'Dra. Leonor Ensayo Vargas'.
 */
export function isMatchingName(one: string, other: string): boolean {
  const [short = [], long = []] = [nameWordsWithoutTitles(one), nameWordsWithoutTitles(other)].toSorted(
    (a, b) => a.length - b.length,
  );
  return short.length > 0 && short.every((word) => long.includes(word));
}

/** Returns the only row whose name matches (`isMatchingName`); null when no row or several rows match. */
export function findUniqueRowByName<Row>(
  name: string,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Row | null {
  const [found, ...others] = rows.filter((row) => isMatchingName(name, nameOf(row)));
  return found !== undefined && others.length === 0 ? found : null;
}
