import { type Placeholder, type SQL, and, like, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { personWords } from '#domain/patient/search.ts';
import { isNumber, searchWords, withoutDividers } from '#domain/text/fold.ts';

/** A word as a pattern of LIKE. Rows keep apostrophes and dashes as they were typed: any character stands for one. */
const patternOf = (word: string): string => word.replace(/[\\%_]/g, '\\$&').replace(/['-]/g, '_');

const containsWord = (text: PgColumn | SQL, word: string): SQL | undefined =>
  or(
    like(text, `%${patternOf(word)}%`),
    isNumber(word) ? like(sql`translate(${text}, '.-', '')`, `%${withoutDividers(word)}%`) : undefined,
  );

/** Every word of the query stands somewhere in the folded column or text; undefined for an empty query. */
export function matchesSearch(text: PgColumn | SQL, query: string | undefined): SQL | undefined {
  return and(...searchWords(query ?? '').map((word) => containsWord(text, word)));
}

/** The trigram index finds three letters wherever they stand, and one or two only where a word begins. */
const INDEXED_ANYWHERE = 3;

/** For each word of a search the patterns of LIKE that it is found by; any of them will do. */
export type Patterns<Value> = readonly (readonly Value[])[];

const personPatternsOf = (way: string): readonly string[] => {
  const pattern = patternOf(way);
  return way.length >= INDEXED_ANYWHERE ? [`%${pattern}%`] : [`${pattern}%`, `% ${pattern}%`];
};

/** Every word stands in the person's folded names and numbers, a short one at the beginning of a word. */
export const personPatterns = (query: string | undefined): Patterns<string> =>
  personWords(query ?? '').map((ways) => ways.flatMap(personPatternsOf));

/** Undefined where nothing is looked for. */
export const matchesPatterns = (text: SQL, patterns: Patterns<string | Placeholder>): SQL | undefined =>
  and(...patterns.map((alternatives) => or(...alternatives.map((pattern) => like(text, pattern)))));
