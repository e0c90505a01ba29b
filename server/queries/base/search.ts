import { type Placeholder, type SQL, and, like, or } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { searchWords } from '#domain/text/fold.ts';

const escapeLike = (word: string): string => word.replace(/[\\%_]/g, '\\$&');

/** Every word of the query stands somewhere in the folded column or text; undefined for an empty query. */
export function matchesSearch(column: PgColumn | SQL, query: string | undefined): SQL | undefined {
  return and(...searchWords(query ?? '').map((word) => like(column, `%${escapeLike(word)}%`)));
}

/** A number written with dots or dashes is looked for as its digits. */
const bareNumber = (word: string): string =>
  /^[\d.-]+$/.test(word) ? word.replace(/[.-]/g, '') || word : word;

/** The trigram index finds three letters wherever they stand, and one or two only where a word begins. */
const INDEXED_ANYWHERE = 3;

/** For each word of a search the patterns of LIKE that it is found by; any of them will do. */
export type Patterns<Value> = readonly (readonly Value[])[];

/** Every word stands in the person's folded names and numbers, a short one at the beginning of a word. */
export const personPatterns = (query: string | undefined): Patterns<string> =>
  searchWords(query ?? '')
    .map((word) => escapeLike(bareNumber(word)))
    .map((word) => (word.length >= INDEXED_ANYWHERE ? [`%${word}%`] : [`${word}%`, `% ${word}%`]));

/** Undefined where nothing is looked for. */
export const matchesPatterns = (text: SQL, patterns: Patterns<string | Placeholder>): SQL | undefined =>
  and(...patterns.map((alternatives) => or(...alternatives.map((pattern) => like(text, pattern)))));
