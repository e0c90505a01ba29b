import { NO_SURNAME, formatNamePart } from '../patient/name.ts';
import { GIVEN_NAMES_BY_LETTERS, SURNAMES_BY_LETTERS } from './known-names.ts';
import type { CardNames, NameParts } from './reading.ts';

/** Words that form one name with the next word: 'De la Cruz' is one surname. */
const NAME_PREFIX_WORDS = new Set([
  'DE',
  'DEL',
  'LA',
  'LAS',
  'LOS',
  'SAN',
  'SANTA',
  'DA',
  'DO',
  'DOS',
  'VAN',
  'VON',
  'DER',
  'DI',
]);
const MAX_NAME_SUGGESTIONS = 3;
/** Words that issuers print when a name is missing. */
const PLACEHOLDER_NAME_PATTERN = /^(X{1,3}|FNU|LNU|NFN|NLN|NONAME|UNKNOWN)$/;
/** Maximum letters of joined names: four columns of 23 bytes. Further letters are ignored. */
const JOINED_NAMES_MAX_LETTERS = 92;

/** Joins prefixes with the word after them: 'DE', 'LA', 'CRUZ' are one name. */
export function groupWordsIntoNames(words: readonly string[]): string[] {
  const names: string[] = [];
  let bound: string[] = [];
  for (const word of words) {
    bound.push(word);
    if (NAME_PREFIX_WORDS.has(word.toUpperCase())) continue;
    names.push(bound.join(' '));
    bound = [];
  }
  return bound.length > 0 ? [...names, bound.join(' ')] : names;
}

const upperCaseLettersOf = (name: string): string => name.toUpperCase().replace(/[^\p{L}]/gu, '');

/** Returns the letters under which the lists of frequent names contain a name: capitals without accents, except the tilde of Ñ. */
const lettersOfFrequentName = (name: string): string =>
  upperCaseLettersOf(
    name
      .normalize('NFD')
      .replace(/(?!\u0303)\p{M}/gu, '')
      .normalize(),
  );

type FrequentNames = ReadonlyMap<string, string>;

function isOnlyIn(names: FrequentNames, others: FrequentNames, name: string): boolean {
  const letters = lettersOfFrequentName(name);
  return names.has(letters) && !others.has(letters);
}

/** Returns true for a frequent given name that is no frequent surname. */
export const isOnlyGivenName = (name: string): boolean =>
  isOnlyIn(GIVEN_NAMES_BY_LETTERS, SURNAMES_BY_LETTERS, name);

/** Returns true for a frequent surname that is no frequent given name. */
export const isOnlySurname = (name: string): boolean =>
  isOnlyIn(SURNAMES_BY_LETTERS, GIVEN_NAMES_BY_LETTERS, name);

const createNameParts = (surnames: readonly string[], given: readonly string[]): NameParts => ({
  first_name: formatNamePart(given[0] ?? ''),
  middle_name: formatNamePart(given.slice(1).join(' ')),
  last_name: formatNamePart(surnames[0] ?? ''),
  second_last_name: formatNamePart(surnames.slice(1).join(' ')),
});

/**
 * Returns the suggested splits, at most `MAX_NAME_SUGGESTIONS`. The first has only given names; the next ones divide the names into
 * given names and surnames; two names are also suggested in reverse order.
 */
function suggestNameSplits(names: readonly string[]): NameParts[] {
  const whole: NameParts = { ...createNameParts([], names), last_name: NO_SURNAME };
  const cuts = names
    .slice(1)
    .map((_, index) => createNameParts(names.slice(index + 1), names.slice(0, index + 1)));
  const [first = '', second = ''] = names;
  const exchanged = names.length === 2 ? [createNameParts([first], [second])] : [];
  return [whole, ...cuts, ...exchanged].slice(0, MAX_NAME_SUGGESTIONS);
}

type NameSide = Extract<CardNames, { type: 'one_side' }>['side'];

const namesOfOneSide = (side: NameSide, names: readonly string[]): CardNames => ({
  type: 'one_side',
  side,
  text: formatNamePart(names.join(' ')),
  suggestions: suggestNameSplits(names),
});

/**
 * Returns the words on one side of the card (surnames or given names); none when all of them are placeholders for a missing
 * name.
 */
const dropIfAllPlaceholders = (words: readonly string[]): readonly string[] =>
  words.every((word) => PLACEHOLDER_NAME_PATTERN.test(word)) ? [] : words;

/**
 * Assigns the words for surnames and for given names to the fields of the form. With three surnames, or when the card has only
 * surnames or only given names, the user chooses the split.
 */
export function namesFromSurnamesAndGivenNames(
  surnameWords: readonly string[],
  givenWords: readonly string[],
): CardNames {
  const [surnames, given] = [
    groupWordsIntoNames(dropIfAllPlaceholders(surnameWords)),
    groupWordsIntoNames(dropIfAllPlaceholders(givenWords)),
  ];
  if (surnames.length === 0 && given.length > 0) return namesOfOneSide('given_names', given);
  if (given.length === 0 && surnames.length > 0) return namesOfOneSide('surnames', surnames);
  if (surnames.length === 0) return namesFromSeparatedNames([]);
  if (surnames.length <= 2) return { type: 'parts', ...createNameParts(surnames, given) };
  const cuts = surnames.slice(1).map((_, index) => index + 1);
  const suggestions = cuts.map((cut) =>
    createNameParts([surnames.slice(0, cut).join(' '), surnames.slice(cut).join(' ')], given),
  );
  const text = formatNamePart([...surnames, ...given].join(' '));
  return { type: 'joined', text, suggestions: suggestions.slice(0, MAX_NAME_SUGGESTIONS) };
}

/**
 * Splits separated names in the order of the card. A missing name leaves no gap in the list, so three names are either two
 * surnames and a given name, or a surname and two given names.
 */
export function namesFromSeparatedNames(names: readonly string[]): CardNames {
  const [first = '', second = '', third = '', ...more] = names;
  if (names.length === 2) return { type: 'parts', ...createNameParts([first], [second]) };
  if (names.length === 4) return { type: 'parts', ...createNameParts([first, second], [third, ...more]) };
  const text = formatNamePart(names.join(' '));
  if (names.length !== 3) return { type: 'joined', text, suggestions: [] };
  const twoSurnames = createNameParts([first, second], [third]);
  const oneSurname = createNameParts([first], [second, third]);
  return {
    type: 'joined',
    text,
    suggestions: isOnlyGivenName(second) ? [oneSurname, twoSurnames] : [twoSurnames, oneSurname],
  };
}

interface ScoredNameSplit {
  readonly surnames: readonly string[];
  readonly given: readonly string[];
  readonly score: number;
}

/**
 * Score of an unknown name. A known name scores the number of its letters. Without the negative score, a short known name next
 * to an unknown name could be preferred.
 */
const UNKNOWN_NAME_SCORE = -4;
const MIN_NAME_LENGTH = 2;

function scoreNameSideSplits(
  text: string,
  known: ReadonlyMap<string, string>,
): { names: string[]; score: number }[] {
  const withScore = (part: string) => ({
    name: known.get(part) ?? part,
    score: known.has(part) ? part.length : UNKNOWN_NAME_SCORE,
  });
  const whole = withScore(text);
  const found = [{ names: [whole.name], score: whole.score }];
  for (let cut = MIN_NAME_LENGTH; cut <= text.length - MIN_NAME_LENGTH; cut += 1) {
    const [first, second] = [withScore(text.slice(0, cut)), withScore(text.slice(cut))];
    found.push({ names: [first.name, second.name], score: first.score + second.score });
  }
  return found.sort((a, b) => b.score - a.score).slice(0, MAX_NAME_SUGGESTIONS);
}

function listScoredNameSplits(letters: string): ScoredNameSplit[] {
  const splits: ScoredNameSplit[] = [];
  for (let cut = MIN_NAME_LENGTH; cut <= letters.length - MIN_NAME_LENGTH; cut += 1)
    for (const left of scoreNameSideSplits(letters.slice(0, cut), SURNAMES_BY_LETTERS))
      for (const right of scoreNameSideSplits(letters.slice(cut), GIVEN_NAMES_BY_LETTERS))
        splits.push({ surnames: left.names, given: right.names, score: left.score + right.score });
  return splits.sort((a, b) => b.score - a.score);
}

/** Splits names that arrived without separators, such as 'GILNUÑEZANAMARIA'. Every suggestion contains a known name. */
export function namesFromJoinedText(text: string): CardNames {
  const letters = upperCaseLettersOf(text).slice(0, JOINED_NAMES_MAX_LETTERS);
  const likely = listScoredNameSplits(letters).filter(({ score }) => score > 0);
  const suggestions = likely
    .slice(0, MAX_NAME_SUGGESTIONS)
    .map(({ surnames, given }) => createNameParts(surnames, given));
  return { type: 'joined', text: letters, suggestions };
}
