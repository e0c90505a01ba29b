import { foldText } from '#contract/fold.ts';

export { foldText };

/** Returns true when a search word is a number, with or without dots and dashes. */
export const isNumberWord = (word: string): boolean => /^[.-]*\d[\d.-]*$/.test(word);
export const removeDotsAndDashes = (text: string): string => text.replace(/[.-]/g, '');

/**
 * Returns true when the text contains the search word; numbers are compared by their digits. `folded` comes from `foldText`.
 */
const foldedTextContainsWord = (folded: string, word: string): boolean =>
  folded.includes(word) ||
  (isNumberWord(word) && removeDotsAndDashes(folded).includes(removeDotsAndDashes(word)));

export const containsAllTerms = (folded: string, words: readonly string[]): boolean =>
  words.every((word) => foldedTextContainsWord(folded, word));

/**
 * Minimum length of a word whose ending is removed. In shorter words, such as 'jefa', ending and stem cannot be distinguished.
 */
const MIN_LENGTH_TO_REMOVE_ENDING = 5;

/**
 * Returns the search words of a job title without feminine or masculine endings: 'conductora' finds 'Conductor', 'operaria'
 * finds 'Operario'.
 */
export const jobSearchTerms = (query: string): string[] =>
  searchTerms(query).map((word) =>
    word.length < MIN_LENGTH_TO_REMOVE_ENDING ? word : word.replace(/(or)a$|[ao]$/, '$1'),
  );

/** Words that users type in front of a number: names of documents and of numbers. The number suffices to search. */
const WORDS_BEFORE_NUMBERS = new Set(
  'nit no nro num numero doc documento cedula ciudadania extranjeria identidad tarjeta pasaporte de'.split(
    ' ',
  ),
);

/** Removes the words in front of a number, such as 'NIT', 'No.' or, with `isOther`, a document type. */
export const dropWordsBeforeNumbers = (
  words: readonly string[],
  isOther: (word: string) => boolean = () => false,
): string[] =>
  words.reduceRight<string[]>((kept, word) => {
    const bare = word.replace(/\./g, '');
    const isBeforeNumber = /\d/.test(kept[0] ?? '') && (WORDS_BEFORE_NUMBERS.has(bare) || isOther(bare));
    return isBeforeNumber ? kept : [word, ...kept];
  }, []);

/**
 * Returns the words of a search in lower case without accents. Commas, colons, quotation marks and brackets separate words.
 * Words in front of a number, such as 'NIT', are removed.
 */
export const searchTerms = (query: string): string[] =>
  dropWordsBeforeNumbers(
    foldText(query)
      .split(/[ ,;:#°º()"“”«»]+/)
      .filter(Boolean),
  );
