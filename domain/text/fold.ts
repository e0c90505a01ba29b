import { foldText } from '#contract/fold.ts';

export { foldText };

/** Returns whether a word of a search is a number, with or without dots and dashes. */
export const isNumber = (word: string): boolean => /^[.-]*\d[\d.-]*$/.test(word);
export const withoutDividers = (text: string): string => text.replace(/[.-]/g, '');

/** Returns whether a folded text contains a word of a search; of numbers the digits count. */
const containsWord = (folded: string, word: string): boolean =>
  folded.includes(word) || (isNumber(word) && withoutDividers(folded).includes(withoutDividers(word)));

/** Returns whether a folded text contains every word of a search. */
export const matchesFolded = (folded: string, words: readonly string[]): boolean =>
  words.every((word) => containsWord(folded, word));

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

/** The folded words of a search; commas and semicolons divide words like blanks. */
export const searchWords = (query: string): string[] =>
  foldText(query)
    .split(/[ ,;]+/)
    .filter(Boolean);
