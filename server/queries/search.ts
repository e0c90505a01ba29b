import { type SQL, and, like } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { searchWords } from '#domain/text/fold.ts';

const escapeLike = (word: string): string => word.replace(/[\\%_]/g, '\\$&');

/** A number written with dots or dashes is looked for as its digits. */
const bareNumber = (word: string): string =>
  /^[\d.-]+$/.test(word) ? word.replace(/[.-]/g, '') || word : word;

/** Every word of the query stands somewhere in the folded column; undefined for an empty query. */
export function matchesSearch(
  column: PgColumn,
  query: string | undefined,
  documents = false,
): SQL | undefined {
  const words = searchWords(query ?? '').map((word) => (documents ? bareNumber(word) : word));
  return and(...words.map((word) => like(column, `%${escapeLike(word)}%`)));
}
