import { foldText } from '#contract/fold.ts';

export { foldText };

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
