import { distance } from 'fastest-levenshtein';
import type { Named } from '#domain/patient/name.ts';
import { foldText } from '#domain/text/fold.ts';

/** They stand before a name and are none. */
const PARTICLES: ReadonlySet<string> = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'da', 'do', 'dos']);

const SHORT: Readonly<Record<string, string>> = { ma: 'maria' };

/** Letters that Colombian registers write one for the other, in this order; a doubled one counts once (Yeison, Jeison; Ruiz, Ruis). */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/h/g, ''],
  [/c(?=[ei])|z|x/g, 's'],
  [/qu|k|q/g, 'c'],
  [/[yj]/g, 'i'],
  [/[vw]/g, 'b'],
  [/(\p{L})\1+/gu, '$1'],
];
const asHeard = (word: string): string => SOUNDS.reduce((heard, [what, by]) => heard.replace(what, by), word);

function words(...parts: (string | null | undefined)[]): readonly string[] {
  // NFKC: `Mª` is `Ma`.
  const all = foldText(parts.join(' ').normalize('NFKC'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const names = all.filter((word) => !PARTICLES.has(word));
  return (names.length > 0 ? names : all).map((word) => asHeard(SHORT[word] ?? word));
}

/** Letters that a hurried hand gets wrong. Short names differ by one from those of other people. */
function slips(length: number): number {
  if (length < 5) return 0;
  return length < 8 ? 1 : 2;
}

const isInitialOf = (a: string, b: string): boolean => a.length === 1 && b.startsWith(a);
/** Mario and María, Daniel and Daniela: one letter, and two people. */
const isCounterpart = (a: string, b: string): boolean => `${a}a` === b || a.replace(/o$/, 'a') === b;

function areAlike(a: string, b: string): boolean {
  if (a === b || isInitialOf(a, b) || isInitialOf(b, a)) return true;
  if (isCounterpart(a, b) || isCounterpart(b, a)) return false;
  return distance(a, b) <= slips(Math.min(a.length, b.length));
}

const isAmong = (word: string | undefined, others: readonly string[]): boolean =>
  word !== undefined && others.some((other) => areAlike(word, other));

/** `Ana Sofía` and `Anasofía`. */
const areAlikeJoined = (a: readonly string[], b: readonly string[]): boolean =>
  areAlike(a.join(''), b.join(''));

/** All that one has, the other has: the second name alone, as on many papers, is still theirs; two other second names are not. */
function sameGivenNames(a: readonly string[], b: readonly string[]): boolean {
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  return areAlikeJoined(a, b) || (fewer.length > 0 && fewer.every((word) => isAmong(word, more)));
}

/** The first of one is among the other's: the second surname may be left out, or be a husband's. */
const sameSurnames = (a: readonly string[], b: readonly string[]): boolean =>
  areAlikeJoined(a, b) || isAmong(a[0], b) || isAmong(b[0], a);

/**
 * Whether two names under one document may be one person's (S15): both the given names and the surnames meet, in their fields or
 * exchanged; spelling, a slip of the hand and what was left out aside. A doubt counts as another person: then a human looks.
 */
export function maybeSamePerson(a: Named, b: Named): boolean {
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
