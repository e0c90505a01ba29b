import { distance } from 'fastest-levenshtein';
import type { Named } from '#domain/patient/name.ts';
import { foldText } from '#domain/text/fold.ts';

/** They stand before a name and are none. */
const PARTICLES: ReadonlySet<string> = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'da', 'do', 'dos']);

/** Without accents, and doubled letters written once (Anna, Ana). */
function words(...parts: (string | null | undefined)[]): readonly string[] {
  const all = foldText(parts.join(' '))
    .replace(/(\p{L})\1+/gu, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const names = all.filter((word) => !PARTICLES.has(word));
  return names.length > 0 ? names : all;
}

/** Letters that a hurried hand gets wrong. Short names differ by one from those of other people (Luis, Luisa). */
function slips(length: number): number {
  if (length < 5) return 0;
  return length < 8 ? 1 : 2;
}

const isInitialOf = (a: string, b: string): boolean => a.length === 1 && b.startsWith(a);

const areAlike = (a: string, b: string): boolean =>
  isInitialOf(a, b) || isInitialOf(b, a) || distance(a, b) <= slips(Math.min(a.length, b.length));

/** The first of one is among the other's: the second name alone, as on many papers, is still the same person's. */
function meet(a: readonly string[], b: readonly string[]): boolean {
  const isAmong = (word: string | undefined, others: readonly string[]) =>
    word !== undefined && others.some((other) => areAlike(word, other));
  return isAmong(a[0], b) || isAmong(b[0], a);
}

/**
 * Whether two names under one document may be one person's (S15): both the given names and the surnames meet, a slip of the
 * hand, accents and what was left out aside. A doubt counts as another person: then a human looks.
 */
export const maybeSamePerson = (a: Named, b: Named): boolean =>
  meet(words(a.first_name, a.middle_name), words(b.first_name, b.middle_name)) &&
  meet(words(a.last_name, a.second_last_name), words(b.last_name, b.second_last_name));
