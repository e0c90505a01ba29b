import { IDENTIFICATION_TYPES } from '#contract/vocabulary.ts';
import { isNumber, searchWords, withoutDividers } from '../text/fold.ts';

const TYPES = new Set<string>(IDENTIFICATION_TYPES.map((type) => type.toLowerCase()));

/** Digits of a number as they are stored: zeros in front are how a form pads it. */
const digitsOf = (word: string): string => withoutDividers(word).replace(/^0+(?=\d)/, '');

/** 'cc1020' is a document with its type, or a passport. */
function waysOf(word: string): readonly string[] {
  if (isNumber(word)) return [digitsOf(word)];
  const [, type = '', number = ''] = /^(\p{L}{2,3})[.-]?([\d.-]+)$/u.exec(word) ?? [];
  return TYPES.has(type) && isNumber(number) ? [word, digitsOf(number)] : [word];
}

/**
 * Words of a search for a person, each with all the ways that it may be stored in: any of them will do. A type of document in
 * front of a number is left out: people are found by the number.
 */
export function personWords(query: string): readonly (readonly string[])[] {
  const words = searchWords(query);
  const isTypeOfNext = (word: string, at: number) =>
    TYPES.has(word.replace(/\.$/, '')) && /\d/.test(words[at + 1] ?? '');
  return words.filter((word, at) => !isTypeOfNext(word, at)).map(waysOf);
}
