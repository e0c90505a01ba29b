import { IDENTIFICATION_TYPES } from '#contract/vocabulary.ts';
import { isNumber, searchTerms, withoutDividers } from '../text/fold.ts';

const TYPES = new Set<string>(IDENTIFICATION_TYPES.map((type) => type.toLowerCase()));

/** Returns the digits of a number as they are stored, without leading zeros, which a form adds as padding. */
const digitsOf = (word: string): string => withoutDividers(word).replace(/^0+(?=\d)/, '');

/** Returns the possible stored forms of a word: 'cc1020' is a document with its type, or a passport. */
function waysOf(word: string): readonly string[] {
  if (isNumber(word)) return [digitsOf(word)];
  const [, type = '', number = ''] = /^(\p{L}{2,3})[.-]?([\d.-]+)$/u.exec(word) ?? [];
  return TYPES.has(type) && isNumber(number) ? [word, digitsOf(number)] : [word];
}

/**
 * Returns the words of a search for a patient, each with all its possible stored forms; any of them matches. A document type
 * before a number is dropped, because patients are found by the number.
 */
export function searchPatterns(query: string): readonly (readonly string[])[] {
  const words = searchTerms(query);
  const isTypeOfNext = (word: string, at: number) =>
    TYPES.has(word.replace(/\.$/, '')) && /\d/.test(words[at + 1] ?? '');
  return words.filter((word, at) => !isTypeOfNext(word, at)).map(waysOf);
}
