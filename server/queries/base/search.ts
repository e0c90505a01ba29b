import { type Placeholder, type SQL, and, like, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { searchPatterns } from '#domain/patient/search.ts';
import { isNumberWord, searchTerms, withoutDotsAndDashes } from '#domain/text/fold.ts';

/**
 * Converts a word to a LIKE pattern. An apostrophe or dash matches any character, because patients' names are stored with the
 * character that was typed.
 */
const patternOf = (word: string): string => word.replace(/[\\%_]/g, '\\$&').replace(/['-]/g, '_');

const containsWord = (text: PgColumn | SQL, word: string): SQL | undefined =>
  or(
    like(text, `%${patternOf(word)}%`),
    isNumberWord(word)
      ? like(sql`translate(${text}, '.-', '')`, `%${withoutDotsAndDashes(word)}%`)
      : undefined,
  );

/** Returns the condition that the folded column or text contains every word of the query; undefined for an empty query. */
export function matchesSearch(text: PgColumn | SQL, query: string | undefined): SQL | undefined {
  return and(...searchTerms(query ?? '').map((word) => containsWord(text, word)));
}

/**
 * Length from which the trigram index finds a word anywhere in a text. Shorter words are found only at the beginning of a word.
 */
const INDEXED_ANYWHERE = 3;

/** Alternative LIKE patterns for each word of a search; one of them must match. */
export type LikePatterns<Value> = readonly (readonly Value[])[];

const personPatternsOf = (way: string): readonly string[] => {
  const pattern = patternOf(way);
  return way.length >= INDEXED_ANYWHERE ? [`%${pattern}%`] : [`${pattern}%`, `% ${pattern}%`];
};

/**
 * Returns patterns that find every word of the query in the patient's folded names and numbers. A word of one or two letters is
 * found only at the beginning of a word.
 */
export const patientSearchPatterns = (query: string | undefined): LikePatterns<string> =>
  searchPatterns(query ?? '').map((ways) => ways.flatMap(personPatternsOf));

/** Returns the condition for the patterns; undefined for an empty search. */
export const matchesPatterns = (text: SQL, patterns: LikePatterns<string | Placeholder>): SQL | undefined =>
  and(...patterns.map((alternatives) => or(...alternatives.map((pattern) => like(text, pattern)))));
