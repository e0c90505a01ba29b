import { IDENTIFICATION_TYPES } from '#contract/vocabulary.ts';
import { dropWordsBeforeNumbers, isNumberWord, searchTerms, removeDotsAndDashes } from '../text/fold.ts';

const DOCUMENT_TYPE_CODES = new Set<string>(IDENTIFICATION_TYPES.map((type) => type.toLowerCase()));

/** Returns the digits of a number as they are stored: without dots, dashes and the leading zeros that some forms add. */
const normalizeNumberWord = (word: string): string => removeDotsAndDashes(word).replace(/^0+(?=\d)/, '');

/** Returns the forms in which a word may be stored: 'cc1020' may be a document type with a number, or a passport number. */
function storedFormsOf(word: string): readonly string[] {
  if (isNumberWord(word)) return [normalizeNumberWord(word)];
  const [, type = '', number = ''] = /^(\p{L}{2,3})[.-]?([\d.-]+)$/u.exec(word) ?? [];
  return DOCUMENT_TYPE_CODES.has(type) && isNumberWord(number) ? [word, normalizeNumberWord(number)] : [word];
}

/** Joins number words that follow each other, because users type and paste numbers with blanks. */
const joinNumberWords = (words: readonly string[]): readonly string[] =>
  words.reduce<readonly string[]>((joined, word) => {
    const last = joined.at(-1);
    const isContinued = last !== undefined && isNumberWord(last) && isNumberWord(word);
    return isContinued ? [...joined.slice(0, -1), `${last}${word}`] : [...joined, word];
  }, []);

/**
 * Returns the words of a patient search, each with all forms in which it may be stored. A patient matches when each word
 * matches in one of its forms. A document type in front of a number is dropped, because the number suffices.
 */
export function patientSearchWordForms(query: string): readonly (readonly string[])[] {
  const words = dropWordsBeforeNumbers(searchTerms(query), (word) => DOCUMENT_TYPE_CODES.has(word));
  return joinNumberWords(words).map(storedFormsOf);
}
