/**
 * Text as it is searched: lower case, accents and ñ folded, runs of blanks made one (R1). `normalize('NFD')` takes
 * the tilde off the ñ as well, which collation rules would keep as a letter of its own.
 */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

/** True when every word of the folded query is contained in the folded text. */
export const matchesFolded = (folded: string, query: readonly string[]): boolean =>
  query.every((word) => folded.includes(word));

/** Too short to tell an ending from the word: 'jefa'. */
const SHORTEST_WITH_ENDING = 5;

/**
 * The words of a job as they are searched, without the ending that tells a woman's from a man's: 'conductora' finds
 * 'Conductor', 'operaria' finds 'Operario'.
 */
export const jobWords = (query: string): string[] =>
  searchWords(query).map((word) =>
    word.length < SHORTEST_WITH_ENDING ? word : word.replace(/(or)a$|[ao]$/, '$1'),
  );

export const searchWords = (query: string): string[] => foldText(query).split(' ').filter(Boolean);
