import { distance } from 'fastest-levenshtein';
import { isNoSurname, type Named } from '#domain/patient/name.ts';
import { foldText } from '#domain/text/fold.ts';

/** Not compared, where there are other words. */
const PARTICLES: ReadonlySet<string> = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'da', 'do', 'dos']);

const SHORT: Readonly<Record<string, string>> = { ma: 'maria' };

/** Letters that sound alike in Colombia (Yeison, Jeison; Ruiz, Ruis), applied in this order. A double letter counts once. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/h/g, ''],
  [/c(?=[ei])|z|x/g, 's'],
  [/qu|k|q/g, 'c'],
  [/[eyj]/g, 'i'],
  [/[vw]/g, 'b'],
  [/(\p{L})\1+/gu, '$1'],
];
/** As it is written, folded, and as it sounds. */
interface Word {
  readonly written: string;
  readonly heard: string;
}

const wordOf = (written: string): Word => ({
  written,
  // A word of nothing but silent letters sounds as it is written.
  heard: SOUNDS.reduce((heard, [what, by]) => heard.replace(what, by), written) || written,
});

function words(...parts: (string | null | undefined)[]): readonly Word[] {
  // NFKC: `Mª` is `Ma`.
  const all = foldText(parts.join(' ').normalize('NFKC'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const names = all.filter((word) => !PARTICLES.has(word));
  return (names.length > 0 ? names : all).map((word) => wordOf(SHORT[word] ?? word));
}

/** Typing errors allowed in a word of that length. */
type Slips = (length: number) => number;
/** One letter makes Marta of María and Marco of Mario, and brothers share the rest: only long names are given one. */
const IN_GIVEN: Slips = (length) => (length < 8 ? 0 : 1);
const IN_SURNAME: Slips = (length) => (length < 5 ? 0 : length < 8 ? 1 : 2);

const isInitialOf = (a: Word, b: Word): boolean => a.written.length === 1 && b.written.startsWith(a.written);
/** Mario and María, Andrés and Andrea, Daniel and Daniela: one letter, and two people. */
const isCounterpart = (a: string, b: string): boolean => `${a}a` === b || a.replace(/[osi]$/, 'a') === b;

function soundAlike(a: string, b: string, slips: Slips): boolean {
  if (a === b) return true;
  if (isCounterpart(a, b) || isCounterpart(b, a)) return false;
  return distance(a, b) <= slips(Math.min(a.length, b.length));
}

const isAmong = (word: Word | undefined, others: readonly Word[], slips: Slips): boolean =>
  word !== undefined && others.some((other) => soundAlike(word.heard, other.heard, slips));

const joined = (list: readonly Word[]): string => list.map(({ heard }) => heard).join('');
/** `Ana Sofía` and `Anasofía`. As many words are compared one by one: joined, their slips would add up. */
const areAlikeJoined = (a: readonly Word[], b: readonly Word[], slips: Slips): boolean =>
  a.length !== b.length && soundAlike(joined(a), joined(b), slips);

/** Words that one name may have beyond the other: a list of frequent names would fit everybody. */
const MORE_WORDS = 2;
const areOfLikeLength = (a: readonly Word[], b: readonly Word[]): boolean =>
  Math.abs(a.length - b.length) <= MORE_WORDS;

/** An initial stands for the word in its place, and a name with initials has no more words than the other. */
const isInitialIn = (
  word: Word,
  at: number,
  { fewer, more }: Record<'fewer' | 'more', readonly Word[]>,
): boolean => {
  const other = more[at];
  if (!other) return false;
  return isInitialOf(word, other) || (fewer.length === more.length && isInitialOf(other, word));
};

/** Each name of the person with fewer is among the other's. So a second name alone is the same person; another one is not. */
function sameGivenNames(a: readonly Word[], b: readonly Word[]): boolean {
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  if (areAlikeJoined(a, b, IN_GIVEN)) return true;
  return (
    fewer.length > 0 &&
    areOfLikeLength(a, b) &&
    fewer.every((word, at) => isAmong(word, more, IN_GIVEN) || isInitialIn(word, at, { fewer, more }))
  );
}

/** The first of one is among the other's: the second surname may be left out, or be a husband's. An initial is no surname. */
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

/** A person without a surname may have been registered before with the last of the names as one. */
function sameWholeNames(a: Named, b: Named): boolean {
  const [one, other] = [allWords(a), allWords(b)];
  return one.length === other.length && one.every((word) => isAmong(word, other, IN_GIVEN));
}

/**
 * Whether two names under one document may be one person's (S15). Given names and surnames must both match, in their fields or
 * exchanged. Spelling, small typing errors and names left out do not count. In doubt it is another person: then a human looks.
 */
export function maybeSamePerson(a: Named, b: Named): boolean {
  if (isWithoutSurname(a) !== isWithoutSurname(b)) return sameWholeNames(a, b);
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
