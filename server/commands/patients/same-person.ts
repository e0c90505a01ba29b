import { distance } from 'fastest-levenshtein';
import { isNoSurname, type Named } from '#domain/patient/name.ts';
import { foldText } from '#domain/text/fold.ts';

/** Words that are not compared if the name has others. */
const PARTICLES: ReadonlySet<string> = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'da', 'do', 'dos']);

const SHORT: Readonly<Record<string, string>> = { ma: 'maria' };

/** Letters that sound alike in Colombia (Yeison, Jeison; Ruiz, Ruis), replaced in this order. A double letter counts once. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/h/g, ''],
  [/c(?=[ei])|z|x/g, 's'],
  [/qu|k|q/g, 'c'],
  [/[eyj]/g, 'i'],
  [/[vw]/g, 'b'],
  [/(\p{L})\1+/gu, '$1'],
];
/** A folded word as it is written, and as it sounds. */
interface Word {
  readonly written: string;
  readonly heard: string;
}

const wordOf = (written: string): Word => ({
  written,
  // A word with only silent letters sounds as it is written.
  heard: SOUNDS.reduce((heard, [what, by]) => heard.replace(what, by), written) || written,
});

function words(...parts: (string | null | undefined)[]): readonly Word[] {
  // NFKC converts `Mª` to `Ma`.
  const all = foldText(parts.join(' ').normalize('NFKC'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const names = all.filter((word) => !PARTICLES.has(word));
  return (names.length > 0 ? names : all).map((word) => wordOf(SHORT[word] ?? word));
}

/** Returns the number of typing errors allowed in a word of that length. */
type Slips = (length: number) => number;
/**
 * Only long given names may have an error: one letter turns María into Marta and Mario into Marco, and brothers share the rest
 * of the name.
 */
const IN_GIVEN: Slips = (length) => (length < 8 ? 0 : 1);
const IN_SURNAME: Slips = (length) => (length < 5 ? 0 : length < 8 ? 1 : 2);

const isInitialOf = (a: Word, b: Word): boolean => a.written.length === 1 && b.written.startsWith(a.written);
/**
 * Returns whether two names differ only in gender: Mario and María, Andrés and Andrea, Daniel and Daniela differ in one letter
 * but belong to two patients.
 */
const isCounterpart = (a: string, b: string): boolean => `${a}a` === b || a.replace(/[osi]$/, 'a') === b;

function soundAlike(a: string, b: string, slips: Slips): boolean {
  if (a === b) return true;
  if (isCounterpart(a, b) || isCounterpart(b, a)) return false;
  return distance(a, b) <= slips(Math.min(a.length, b.length));
}

const isAmong = (word: Word | undefined, others: readonly Word[], slips: Slips): boolean =>
  word !== undefined && others.some((other) => soundAlike(word.heard, other.heard, slips));

const joined = (list: readonly Word[]): string => list.map(({ heard }) => heard).join('');
/**
 * Compares `Ana Sofía` with `Anasofía`. Names with the same number of words are compared word by word, because joined, their
 * errors would add up.
 */
const areAlikeJoined = (a: readonly Word[], b: readonly Word[], slips: Slips): boolean =>
  a.length !== b.length && soundAlike(joined(a), joined(b), slips);

/** Maximum difference in the number of words: a list of frequent names would match every patient. */
const MORE_WORDS = 2;
const areOfLikeLength = (a: readonly Word[], b: readonly Word[]): boolean =>
  Math.abs(a.length - b.length) <= MORE_WORDS;

/** Returns whether an initial matches the word in its place. A name with initials must not have more words than the other. */
const isInitialIn = (
  word: Word,
  at: number,
  { fewer, more }: Record<'fewer' | 'more', readonly Word[]>,
): boolean => {
  const other = more[at];
  if (!other) return false;
  return isInitialOf(word, other) || (fewer.length === more.length && isInitialOf(other, word));
};

/**
 * Returns whether each given name of the shorter list is in the longer one. A second name alone therefore matches; a different
 * one does not.
 */
function sameGivenNames(a: readonly Word[], b: readonly Word[]): boolean {
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  if (areAlikeJoined(a, b, IN_GIVEN)) return true;
  return (
    fewer.length > 0 &&
    areOfLikeLength(a, b) &&
    fewer.every((word, at) => isAmong(word, more, IN_GIVEN) || isInitialIn(word, at, { fewer, more }))
  );
}

/**
 * Returns whether the first surname of one is among the other's: the second surname may be missing, or be the husband's. An
 * initial is not accepted as a surname.
 */
const sameSurnames = (a: readonly Word[], b: readonly Word[]): boolean =>
  areAlikeJoined(a, b, IN_SURNAME) ||
  (areOfLikeLength(a, b) && (isAmong(a[0], b, IN_SURNAME) || isAmong(b[0], a, IN_SURNAME)));

const isWithoutSurname = ({ last_name: last }: Named): boolean => isNoSurname(last);

const allWords = (person: Named): readonly Word[] =>
  words(
    person.first_name,
    person.middle_name,
    isWithoutSurname(person) ? '' : person.last_name,
    person.second_last_name,
  );

/** Compares all names: a patient without a surname may have been registered before with the last given name as surname. */
function haveSameFullNames(a: Named, b: Named): boolean {
  const [one, other] = [allWords(a), allWords(b)];
  return one.length === other.length && one.every((word) => isAmong(word, other, IN_GIVEN));
}

/**
 * Returns whether two names under one document may belong to one patient (S15). Given names and surnames must both match, in
 * their fields or exchanged. Spelling, small typing errors and missing names are ignored. A doubtful case counts as another
 * patient, so that a receptionist checks it.
 */
export function maybeSamePerson(a: Named, b: Named): boolean {
  if (isWithoutSurname(a) !== isWithoutSurname(b)) return haveSameFullNames(a, b);
  const [given, surnames] = [words(a.first_name, a.middle_name), words(a.last_name, a.second_last_name)];
  const [theirGiven, theirSurnames] = [
    words(b.first_name, b.middle_name),
    words(b.last_name, b.second_last_name),
  ];
  return (
    (sameGivenNames(given, theirGiven) && sameSurnames(surnames, theirSurnames)) ||
    (sameGivenNames(given, theirSurnames) && sameSurnames(surnames, theirGiven))
  );
}
