import { type SQL, and, like, or } from 'drizzle-orm';
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

/** Every word of the query stands in the person's folded names and numbers, a short one at the beginning of a word. */
export function matchesPerson(column: PgColumn | SQL, query: string | undefined): SQL | undefined {
  const words = searchWords(query ?? '').map((word) => escapeLike(bareNumber(word)));
  return and(
    ...words.map((word) =>
      word.length >= INDEXED_ANYWHERE
        ? like(column, `%${word}%`)
        : or(like(column, `${word}%`), like(column, `% ${word}%`)),
    ),
  );
}
