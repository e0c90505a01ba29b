import { IDENTIFICATION_TYPES } from '#contract/vocabulary.ts';
import { isNumberWord, searchTerms, withoutDotsAndDashes } from '../text/fold.ts';

const TYPES = new Set<string>(IDENTIFICATION_TYPES.map((type) => type.toLowerCase()));

/** Returns the digits of a number as they are stored: without dots, dashes and the leading zeros that some forms add. */
const digitsOf = (word: string): string => withoutDotsAndDashes(word).replace(/^0+(?=\d)/, '');

/** Returns the forms in which a word may be stored: 'cc1020' may be a document type with a number, or a passport number. */
function waysOf(word: string): readonly string[] {
  if (isNumberWord(word)) return [digitsOf(word)];
  const [, type = '', number = ''] = /^(\p{L}{2,3})[.-]?([\d.-]+)$/u.exec(word) ?? [];
  return TYPES.has(type) && isNumberWord(number) ? [word, digitsOf(number)] : [word];
}

/**
 * Returns the words of a patient search, each with all forms in which it may be stored. A patient matches when each word
 * matches in one of its forms. A document type in front of a number is dropped, because the number suffices.
 */
export function searchPatterns(query: string): readonly (readonly string[])[] {
  const words = searchTerms(query);
  const isTypeOfNext = (word: string, at: number) =>
    TYPES.has(word.replace(/\.$/, '')) && /\d/.test(words[at + 1] ?? '');
  return words.filter((word, at) => !isTypeOfNext(word, at)).map(waysOf);
}
