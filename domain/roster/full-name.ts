import { groupWordsIntoNames, isOnlyGivenName, isOnlySurname } from '../card/names.ts';
import { foldText, trimToVisibleLine } from '#contract/fold.ts';
import type { NAME_ORDERS } from '#contract/records/roster-columns.ts';
import { NO_SURNAME } from '../patient/name.ts';
import { problemOf, readAs, type CellReading } from './day-cell.ts';
import { cellText, type Cell } from './table.ts';

/** Order of the names within one cell. */
export type NameOrder = (typeof NAME_ORDERS)[number];

/** Parts of a name as the contract's fields; '' for a missing part. */
export type SplitName = Record<'first_name' | 'middle_name' | 'last_name' | 'second_last_name', string>;

/** Text for a missing surname, which is one name although it has two words. */
const NO_SURNAME_PATTERN = /(?<!\S)sin apellidos?(?!\S)/giu;
/** Space within one name. Other spaces of the text are plain ones. */
const INNER_SPACE = '\u00a0';

function namesOf(text: string): string[] {
  const noSurname = NO_SURNAME.replace(' ', INNER_SPACE);
  const words = trimToVisibleLine(text).replaceAll(NO_SURNAME_PATTERN, noSurname).split(' ').filter(Boolean);
  return groupWordsIntoNames(words).map((name) => name.replace(INNER_SPACE, ' '));
}

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

/**
 * Returns how clearly the frequent names at both ends of a name show its order: 2 or 1 if the surnames are first, -1 or -2 if
 * the given names are, 0 if neither is known.
 */
function surnamesFirstScore(names: readonly string[]): number {
  const scoreOf = (name = '') => (isOnlySurname(name) ? 1 : isOnlyGivenName(name) ? -1 : 0);
  return names.length < 2 ? 0 : scoreOf(names[0]) - scoreOf(names.at(-1));
}

/** Returns the order that a column's title states; null for a title such as 'Nombre completo'. */
function orderOfTitle(title: Cell): NameOrder | null {
  const text = foldText(cellText(title));
  const [given, surnames] = [text.search(/\bnombre/), text.search(/\bapellido/)];
  if (given === -1 || surnames === -1) return null;
  return given < surnames ? 'given_first' : 'surnames_first';
}

/** Minimum share of the names that must show the order of a column without a title for it. */
const CLEAR_SHARE = 0.1;

/**
 * Returns the order of the names in a column: the order of its title, unless more of its frequent names show the other one, or
 * the order of twice as many names as the other one. Returns null if neither is clear.
 */
export function guessNameOrder(title: Cell, cells: readonly Cell[]): NameOrder | null {
  // A comma shows the order of the names in its cell only.
  const names = cells
    .filter((cell) => !cellText(cell).includes(','))
    .map((cell) => namesOf(cellText(cell)))
    .filter(({ length }) => length > 1);
  const scores = names.map((name) => Math.sign(surnamesFirstScore(name)));
  const surnamesFirst = scores.filter((score) => score > 0).length;
  const givenFirst = scores.filter((score) => score < 0).length;
  const stated = orderOfTitle(title);
  if (stated === 'given_first') return surnamesFirst > givenFirst ? null : stated;
  if (stated === 'surnames_first') return givenFirst > surnamesFirst ? null : stated;
  if (Math.max(surnamesFirst, givenFirst) < CLEAR_SHARE * names.length) return null;
  if (surnamesFirst > 2 * givenFirst) return 'surnames_first';
  return givenFirst > 2 * surnamesFirst ? 'given_first' : null;
}

const ORDER_MESSAGE =
  'No se sabe si van primero los nombres o los apellidos. Escríbelo así: Apellidos, Nombres.';

/** Returns true for two parts around a single comma: surnames, then given names. */
function hasSurnamesBeforeComma(text: string): boolean {
  const parts = text.split(',');
  return parts.length === 2 && parts.every((part) => part.trim() !== '');
}

/** Number of names from which given names and surnames are usually two each. */
const USUAL_NAMES = 4;

/** Returns true if the names of one cell can be divided otherwise than `splitFullName` does. A comma divides them. */
function isSplitUncertain(text: string): boolean {
  if (hasSurnamesBeforeComma(text)) return false;
  const names = namesOf(text);
  const [, middle = ''] = names;
  return names.length === 3 ? !isOnlyGivenName(middle) && !isOnlySurname(middle) : names.length > USUAL_NAMES;
}

/** Returns a name with a comma after the surnames, which shows its division. */
export const dividedNameText = ({
  first_name,
  middle_name,
  last_name,
  second_last_name,
}: Readonly<Partial<Record<keyof SplitName, string | null | undefined>>>): string =>
  [
    [last_name, second_last_name],
    [first_name, middle_name],
  ]
    .map((parts) => parts.filter(Boolean).join(' '))
    .join(', ');

/** Returns what the user should check about the names read from one cell; null if their division is certain. */
export const fullNameDoubt = (cell: Cell, read: SplitName): string | null =>
  isSplitUncertain(cellText(cell))
    ? `Se lee «${dividedNameText(read)}». Si los apellidos son otros, escríbelo así: Apellidos, Nombres.`
    : null;

/** Reads a full name in one cell. A name in the other order than the column, or in an unknown order, is a problem. */
export function readFullName(cell: Cell, order: NameOrder | null): CellReading<SplitName> {
  const text = cellText(cell);
  const names = namesOf(text.replace(',', ' '));
  const ownOrder = hasSurnamesBeforeComma(text) ? 'surnames_first' : order;
  if (ownOrder === null && names.length > 1) return problemOf(ORDER_MESSAGE);
  const score = surnamesFirstScore(names);
  const isOpposite = ownOrder === 'given_first' ? score === 2 : score === -2;
  return isOpposite ? problemOf(ORDER_MESSAGE) : readAs(splitFullName(cell, ownOrder ?? 'given_first'));
}
