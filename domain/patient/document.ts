import { INVISIBLE_FILLERS } from '#contract/fold.ts';
import type { FormerType, IdentificationType } from '#contract/vocabulary.ts';

/** Documents with a plain number: leading zeros are padding by a form or a scanner, not part of it. */
const COUNTED: readonly IdentificationType[] = ['CC', 'TI'];

/** Returns the type that a document of this type replaces under the same number; undefined for none. */
export const formerTypeOf = (type: IdentificationType): FormerType | undefined =>
  type === 'CC' ? 'TI' : undefined;

/**
 * Complete numbers of Colombian documents: six to eight, ten or eleven digits. Shorter ones, and nine digits, are still being
 * typed.
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
 * Returns true when the number may be complete. This does not limit registrations: a document of another form can be registered
 * as well.
 */
export const looksComplete = (type: IdentificationType, number: string): boolean =>
  (type === 'PA' ? COMPLETE_PASSPORT : WHOLE).test(normalizeDocumentNumber(type, number));
