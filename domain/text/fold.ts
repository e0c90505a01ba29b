/**
 * Text as it is searched: lower case, accents and ñ folded, runs of blanks made one (R1). `normalize('NFD')` takes
 * the tilde off the ñ as well, which collation rules would keep as a letter of its own.
 */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

/** True when every word of the folded query begins a word of, or stands inside, the folded text. */
export const matchesFolded = (folded: string, query: readonly string[]): boolean =>
  query.every((word) => folded.includes(word));

export const searchWords = (query: string): string[] => foldText(query).split(' ').filter(Boolean);
