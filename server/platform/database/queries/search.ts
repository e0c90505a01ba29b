import { type Placeholder, type SQL, and, like, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { patientSearchWordForms } from '#domain/patient/search.ts';
import { withoutNitCheckDigit } from '#domain/company/nit.ts';
import { isNumberWord, removeDotsAndDashes, searchTerms } from '#domain/text/fold.ts';

/**
 * Converts a word to a LIKE pattern. An apostrophe or dash in the word matches any character, because names are stored with the
 * apostrophe or dash that was typed.
 */
const likePatternOf = (word: string): string => word.replace(/[\\%_]/g, '\\$&').replace(/['-]/g, '_');

/**
 * Returns the digits of a word that is a number. For a NIT, also returns the digits without the check digit, because a code may
 * be stored without the check digit.
 */
function digitFormsOf(word: string): readonly string[] {
  const digits = removeDotsAndDashes(word);
  const withoutCheckDigit = withoutNitCheckDigit(digits);
  return withoutCheckDigit === null ? [digits] : [digits, withoutCheckDigit];
}

const containsWordCondition = (text: PgColumn | SQL, word: string): SQL | undefined =>
  or(
    like(text, `%${likePatternOf(word)}%`),
    ...(isNumberWord(word) ? digitFormsOf(word) : []).map((digits) =>
      like(sql`translate(${text}, '.-', '')`, `%${digits}%`),
    ),
  );

/** Returns the condition that the normalised column or text contains every word of the query; undefined for an empty query. */
export function searchTextCondition(text: PgColumn | SQL, query: string | undefined): SQL | undefined {
  return and(...searchTerms(query ?? '').map((word) => containsWordCondition(text, word)));
}

/**
 * Minimum length of a word that the trigram index finds anywhere in a text. A shorter word in a search matches only the
 * beginning of a word.
 */
const MIN_INDEXED_WORD_LENGTH = 3;

/** LIKE patterns for each word of a search; one pattern of each word must match. */
export type LikePatterns<Value> = readonly (readonly Value[])[];

const patientTermPatterns = (way: string): readonly string[] => {
  const pattern = likePatternOf(way);
  return way.length >= MIN_INDEXED_WORD_LENGTH ? [`%${pattern}%`] : [`${pattern}%`, `% ${pattern}%`];
};

/**
 * Returns the patterns that find every word of the query in a patient's normalised names and numbers. A search term of one or
 * two letters matches only the beginning of a word.
 */
export const patientSearchPatterns = (query: string | undefined): LikePatterns<string> =>
  patientSearchWordForms(query ?? '').map((ways) => ways.flatMap(patientTermPatterns));

export const patternsCondition = (text: SQL, patterns: LikePatterns<string | Placeholder>): SQL | undefined =>
  and(...patterns.map((alternatives) => or(...alternatives.map((pattern) => like(text, pattern)))));
