import { groupWordsIntoNames, isOnlyGivenName, isOnlySurname } from '../card/names.ts';
import { trimToVisibleLine } from '#contract/fold.ts';
import { cellText, type Cell } from './table.ts';

/** Order of the names within one cell. */
export type NameOrder = 'given_first' | 'surnames_first';

/** Parts of a name as the contract's fields; '' for a missing part. */
export type SplitName = Record<'first_name' | 'middle_name' | 'last_name' | 'second_last_name', string>;

const namesOf = (text: string): string[] =>
  groupWordsIntoNames(trimToVisibleLine(text).split(' ').filter(Boolean));

/** Splits given names or surnames into the first one and the others. */
function splitFirst(text: string): readonly [first: string, others: string] {
  const [first = '', ...others] = namesOf(text);
  return [first, others.join(' ')];
}

/**
 * Returns how many of the names are given names. Two surnames are usual in Colombia, so three names are one given name and two
 * surnames, unless the name in the middle is a frequent given name.
 */
function countGivenNames(names: readonly string[], order: NameOrder): number {
  if (names.length === 3) return isOnlyGivenName(names[1] ?? '') ? 2 : 1;
  if (names.length === 2 && order === 'given_first') return 1;
  return Math.max(1, names.length - 2);
}

/** Splits a full name in one cell. A comma separates surnames and given names: 'GOMEZ RUIZ, ANA'. */
export function splitFullName(cell: Cell, order: NameOrder): SplitName {
  const text = cellText(cell);
  const [beforeComma = '', ...afterComma] = text.split(',');
  if (afterComma.length === 1 && afterComma[0]?.trim()) return joinParts(afterComma[0], beforeComma);
  const names = namesOf(text);
  if (names.length === 1) return joinParts(text, '');
  const given = countGivenNames(names, order);
  const cut = order === 'given_first' ? given : names.length - given;
  const [before, after] = [names.slice(0, cut).join(' '), names.slice(cut).join(' ')];
  return order === 'given_first' ? joinParts(before, after) : joinParts(after, before);
}

/** Returns the parts of given names and surnames in two cells. */
export function joinParts(givenNames: string, surnames: string): SplitName {
  const [first_name, middle_name] = splitFirst(givenNames);
  const [last_name, second_last_name] = splitFirst(surnames);
  return { first_name, middle_name, last_name, second_last_name };
}

/** Returns the order of the names in a column, by the frequent names at the beginning of its cells. */
export function guessNameOrder(cells: Iterable<Cell>): NameOrder {
  let surnamesFirst = 0;
  for (const cell of cells) {
    const [first = ''] = namesOf(cellText(cell));
    if (isOnlySurname(first)) surnamesFirst += 1;
    else if (isOnlyGivenName(first)) surnamesFirst -= 1;
  }
  return surnamesFirst > 0 ? 'surnames_first' : 'given_first';
}
