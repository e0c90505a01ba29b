import { distance } from 'fastest-levenshtein';
import { isNoSurname, type NameFields } from '#domain/patient/name.ts';
import { foldText } from '#domain/text/fold.ts';

/** Words that the comparison of names ignores, unless the name consists only of such words. */
const NAME_PARTICLES: ReadonlySet<string> = new Set([
  'de',
  'del',
  'la',
  'las',
  'los',
  'y',
  'da',
  'do',
  'dos',
]);

const NAME_ABBREVIATIONS: Readonly<Record<string, string>> = { ma: 'maria' };

/**
 * Replacements for letters that sound alike in Colombia (Yeison, Jeison; Ruiz, Ruis), applied in this order. A double letter
 * becomes a single letter.
 */
const SOUND_REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/h/g, ''],
  [/c(?=[ei])|z|x/g, 's'],
  [/qu|k|q/g, 'c'],
  [/[eyj]/g, 'i'],
  [/[vw]/g, 'b'],
  [/(\p{L})\1+/gu, '$1'],
];
/** Word without accents and capitals: `written` as spelled, `sound` as pronounced. */
interface ComparedWord {
  readonly written: string;
  readonly sound: string;
}

const toComparedWord = (written: string): ComparedWord => ({
  written,
  // A word of silent letters only would have an empty sound, so its spelling is used.
  sound: SOUND_REPLACEMENTS.reduce((sound, [what, by]) => sound.replace(what, by), written) || written,
});

function splitNameWords(...parts: (string | null | undefined)[]): readonly ComparedWord[] {
  // NFKC converts `Mª` to `Ma`.
  const all = foldText(parts.join(' ').normalize('NFKC'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const names = all.filter((word) => !NAME_PARTICLES.has(word));
  return (names.length > 0 ? names : all).map((word) => toComparedWord(NAME_ABBREVIATIONS[word] ?? word));
}

type AllowedTypos = (length: number) => number;
/**
 * Number of typing errors allowed in a given name of `length` letters. Short names allow none: one letter turns María into
 * Marta and Mario into Marco, who may be siblings with the same surnames.
 */
const allowedGivenNameTypos: AllowedTypos = (length) => (length < 8 ? 0 : 1);
const allowedSurnameTypos: AllowedTypos = (length) => (length < 5 ? 0 : length < 8 ? 1 : 2);

const isInitialOf = (a: ComparedWord, b: ComparedWord): boolean =>
  a.written.length === 1 && b.written.startsWith(a.written);
/**
 * Returns true if two names may be the masculine and feminine form of one name. Mario and María, Andrés and Andrea, Daniel and
 * Daniela are similar but are names of different patients.
 */
const hasFeminineForm = (a: string, b: string): boolean => `${a}a` === b || a.replace(/[osi]$/, 'a') === b;

function isSimilarWord(a: string, b: string, slips: AllowedTypos): boolean {
  if (a === b) return true;
  if (hasFeminineForm(a, b) || hasFeminineForm(b, a)) return false;
  return distance(a, b) <= slips(Math.min(a.length, b.length));
}

const isSimilarToAnyWord = (
  word: ComparedWord | undefined,
  others: readonly ComparedWord[],
  slips: AllowedTypos,
): boolean => word !== undefined && others.some((other) => isSimilarWord(word.sound, other.sound, slips));

const joinPhonetic = (list: readonly ComparedWord[]): string => list.map(({ sound }) => sound).join('');
/**
 * Compares two lists of names as if each were written in one word, such as `Ana Sofía` and `Anasofía`. Lists of the same length
 * are excluded, because they can be compared word by word, with fewer typing errors allowed.
 */
const areJoinedWordsAlike = (
  a: readonly ComparedWord[],
  b: readonly ComparedWord[],
  slips: AllowedTypos,
): boolean => a.length !== b.length && isSimilarWord(joinPhonetic(a), joinPhonetic(b), slips);

/** Maximum difference in the number of words. Without the limit, a long list of frequent names would match every patient. */
const MAX_EXTRA_WORDS = 2;
const haveSimilarWordCount = (a: readonly ComparedWord[], b: readonly ComparedWord[]): boolean =>
  Math.abs(a.length - b.length) <= MAX_EXTRA_WORDS;

/**
 * Compares two lists of names. Returns true if `word` is the initial of the name at the same position in the longer list. If
 * both lists have the same length, the initial may be in either list.
 */
const isInitialIn = (
  word: ComparedWord,
  at: number,
  { fewer, more }: Record<'fewer' | 'more', readonly ComparedWord[]>,
): boolean => {
  const other = more[at];
  if (!other) return false;
  return isInitialOf(word, other) || (fewer.length === more.length && isInitialOf(other, word));
};

/**
 * Returns true if the longer list contains each given name of the shorter list. A patient registered with only one of two given
 * names therefore matches.
 */
function haveMatchingGivenNames(a: readonly ComparedWord[], b: readonly ComparedWord[]): boolean {
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  if (areJoinedWordsAlike(a, b, allowedGivenNameTypos)) return true;
  return (
    fewer.length > 0 &&
    haveSimilarWordCount(a, b) &&
    fewer.every(
      (word, at) =>
        isSimilarToAnyWord(word, more, allowedGivenNameTypos) || isInitialIn(word, at, { fewer, more }),
    )
  );
}

/**
 * Returns true if the first surname in one list is among the surnames in the other list. The second surname is not compared,
 * because it may be missing or be the husband's. An initial does not count as a surname.
 */
const haveMatchingSurnames = (a: readonly ComparedWord[], b: readonly ComparedWord[]): boolean =>
  areJoinedWordsAlike(a, b, allowedSurnameTypos) ||
  (haveSimilarWordCount(a, b) &&
    (isSimilarToAnyWord(a[0], b, allowedSurnameTypos) || isSimilarToAnyWord(b[0], a, allowedSurnameTypos)));

const isWithoutSurname = ({ last_name: last }: NameFields): boolean => isNoSurname(last);

const allNameWords = (person: NameFields): readonly ComparedWord[] =>
  splitNameWords(
    person.first_name,
    person.middle_name,
    isWithoutSurname(person) ? '' : person.last_name,
    person.second_last_name,
  );

/**
 * Compares all names without regard to their fields. A patient without a surname may have been registered with the last given
 * name as surname.
 */
function haveMatchingFullNames(a: NameFields, b: NameFields): boolean {
  const [one, other] = [allNameWords(a), allNameWords(b)];
  return (
    one.length === other.length && one.every((word) => isSimilarToAnyWord(word, other, allowedGivenNameTypos))
  );
}

/**
 * Returns true if two names under one document may belong to one patient (S15). Given names and surnames must both match, but
 * they may be typed into each other's fields. Spelling, small typing errors and missing names are ignored. In doubt the result
 * is false, so that a receptionist checks the document.
 */
export function haveMatchingNames(a: NameFields, b: NameFields): boolean {
  if (isWithoutSurname(a) !== isWithoutSurname(b)) return haveMatchingFullNames(a, b);
  const [given, surnames] = [
    splitNameWords(a.first_name, a.middle_name),
    splitNameWords(a.last_name, a.second_last_name),
  ];
  const [theirGiven, theirSurnames] = [
    splitNameWords(b.first_name, b.middle_name),
    splitNameWords(b.last_name, b.second_last_name),
  ];
  return (
    (haveMatchingGivenNames(given, theirGiven) && haveMatchingSurnames(surnames, theirSurnames)) ||
    (haveMatchingGivenNames(given, theirSurnames) && haveMatchingSurnames(surnames, theirGiven))
  );
}
