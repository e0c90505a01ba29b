import { distance } from 'fastest-levenshtein';
import { isNoSurname, type NameFields } from '#domain/patient/name.ts';
import { foldText } from '#domain/text/fold.ts';

/** Words that the comparison ignores, unless the name consists only of such words. */
const PARTICLES: ReadonlySet<string> = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'da', 'do', 'dos']);

const SHORT: Readonly<Record<string, string>> = { ma: 'maria' };

/**
 * Replacements for letters that sound alike in Colombia (Yeison, Jeison; Ruiz, Ruis), applied in this order. A double letter
 * becomes a single letter.
 */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/h/g, ''],
  [/c(?=[ei])|z|x/g, 's'],
  [/qu|k|q/g, 'c'],
  [/[eyj]/g, 'i'],
  [/[vw]/g, 'b'],
  [/(\p{L})\1+/gu, '$1'],
];
/** Word without accents and capitals: `written` as spelled, `heard` as pronounced. */
interface Word {
  readonly written: string;
  readonly heard: string;
}

const wordOf = (written: string): Word => ({
  written,
  // A word of silent letters only would have an empty sound, so its spelling is used.
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

type Slips = (length: number) => number;
/**
 * Number of typing errors allowed in a given name of `length` letters. Short names allow none: one letter turns María into
 * Marta and Mario into Marco, who may be siblings with the same surnames.
 */
const IN_GIVEN: Slips = (length) => (length < 8 ? 0 : 1);
const IN_SURNAME: Slips = (length) => (length < 5 ? 0 : length < 8 ? 1 : 2);

const isInitialOf = (a: Word, b: Word): boolean => a.written.length === 1 && b.written.startsWith(a.written);
/**
 * Returns true if two names may be the masculine and feminine form of one name. Mario and María, Andrés and Andrea, Daniel and
 * Daniela are similar but are names of different patients.
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
 * Compares two lists of names as if each were written in one word, such as `Ana Sofía` and `Anasofía`. Lists of the same length
 * are excluded, because they can be compared word by word, with fewer typing errors allowed.
 */
const areAlikeJoined = (a: readonly Word[], b: readonly Word[], slips: Slips): boolean =>
  a.length !== b.length && soundAlike(joined(a), joined(b), slips);

/** Maximum difference in the number of words. Without the limit, a long list of frequent names would match every patient. */
const MORE_WORDS = 2;
const areOfLikeLength = (a: readonly Word[], b: readonly Word[]): boolean =>
  Math.abs(a.length - b.length) <= MORE_WORDS;

/**
 * Returns true if `word` is the initial of the name at the same position of the longer list. If both lists have the same
 * length, the initial may be in either list.
 */
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
 * Returns true if the longer list contains each given name of the shorter list. A patient registered with only one of two given
 * names therefore matches.
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
 * Returns true if the first surname in one list is among the surnames in the other list. The second surname is not compared,
 * because it may be missing or be the husband's. An initial does not count as a surname.
 */
const sameSurnames = (a: readonly Word[], b: readonly Word[]): boolean =>
  areAlikeJoined(a, b, IN_SURNAME) ||
  (areOfLikeLength(a, b) && (isAmong(a[0], b, IN_SURNAME) || isAmong(b[0], a, IN_SURNAME)));

const isWithoutSurname = ({ last_name: last }: NameFields): boolean => isNoSurname(last);

const allWords = (person: NameFields): readonly Word[] =>
  words(
    person.first_name,
    person.middle_name,
    isWithoutSurname(person) ? '' : person.last_name,
    person.second_last_name,
  );

/**
 * Compares all names without regard to their fields. A patient without a surname may have been registered with the last given
 * name as surname.
 */
function haveSameFullNames(a: NameFields, b: NameFields): boolean {
  const [one, other] = [allWords(a), allWords(b)];
  return one.length === other.length && one.every((word) => isAmong(word, other, IN_GIVEN));
}

/**
 * Returns true if two names under one document may belong to one patient (S15). Given names and surnames must both match, but
 * they may be typed into each other's fields. Spelling, small typing errors and missing names are ignored. In doubt the result
 * is false, so that a receptionist checks the document.
 */
export function haveMatchingNames(a: NameFields, b: NameFields): boolean {
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
