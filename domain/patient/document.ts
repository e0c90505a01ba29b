import { INVISIBLE_FILLERS } from '#contract/fold.ts';
import type { FormerDocumentType, IdentificationType } from '#contract/vocabulary.ts';

/** Document types whose number is a plain count: leading zeros are padding by a form or a scanner, not part of the number. */
const COUNTED: readonly IdentificationType[] = ['CC', 'TI'];

/** Returns the type of the document that one of this type replaces under the same number; undefined for none. */
export const formerDocumentTypeOf = (type: IdentificationType): FormerDocumentType | undefined =>
  type === 'CC' ? 'TI' : undefined;

/**
 * Complete numbers of Colombian documents: six to eight, ten or eleven digits. The user is still typing a shorter number or one
 * of nine digits.
 */
const WHOLE = /^(\d{6,8}|\d{10,11})$/;
const COMPLETE_PASSPORT = /^[A-Z0-9]{6,12}$/;

/**
 * Returns the form in which two document numbers of one type are compared: upper case, without dots, blanks, dashes and
 * invisible characters, and for CC and TI without leading zeros. Returns an empty text when nothing of the number remains.
 */
export function normalizeDocumentNumber(type: IdentificationType, number: string): string {
  const bare = number
    .normalize('NFKC')
    .replace(INVISIBLE_FILLERS, '')
    .replace(/[\s.\p{Pd}]/gu, '')
    .toUpperCase();
  return COUNTED.includes(type) ? bare.replace(/^0+/, '') : bare;
}

/**
 * Returns true when the number may be complete. Registrations are not limited by it: a document with another number can be
 * registered too.
 */
export const looksCompleteDocumentNumber = (type: IdentificationType, number: string): boolean =>
  (type === 'PA' ? COMPLETE_PASSPORT : WHOLE).test(normalizeDocumentNumber(type, number));
