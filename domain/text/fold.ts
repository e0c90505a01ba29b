import { foldText } from '#contract/fold.ts';

export { foldText };

/** Returns whether a word of a search is a number, with or without dots and dashes. */
export const isNumberWord = (word: string): boolean => /^[.-]*\d[\d.-]*$/.test(word);
export const withoutDotsAndDashes = (text: string): string => text.replace(/[.-]/g, '');

/** Returns whether a folded text contains a word of a search; numbers are compared by their digits. */
const containsWord = (folded: string, word: string): boolean =>
  folded.includes(word) ||
  (isNumberWord(word) && withoutDotsAndDashes(folded).includes(withoutDotsAndDashes(word)));

/** Returns whether a folded text contains every word of a search. */
export const matchesFolded = (folded: string, words: readonly string[]): boolean =>
  words.every((word) => containsWord(folded, word));

/**
 * Minimum length of a word whose ending is removed; in shorter words, such as 'jefa', the ending cannot be distinguished from
 * the stem.
 */
const SHORTEST_WITH_ENDING = 5;

/**
 * Returns the search words of a job title without the feminine or masculine ending: 'conductora' finds 'Conductor', 'operaria'
 * finds 'Operario'.
 */
export const jobSearchTerms = (query: string): string[] =>
  searchTerms(query).map((word) =>
    word.length < SHORTEST_WITH_ENDING ? word : word.replace(/(or)a$|[ao]$/, '$1'),
  );

/** Returns the folded words of a search; commas and semicolons separate words as blanks do. */
export const searchTerms = (query: string): string[] =>
  foldText(query)
    .split(/[ ,;]+/)
    .filter(Boolean);
