import { INVISIBLE_CHARACTERS_PATTERN } from '#contract/fold.ts';
import type { FormerDocumentType, IdentificationType } from '#contract/vocabulary.ts';

/** Document types whose numbers are plain integers: a leading zero is padding by a form or a scanner. */
const NUMERIC_DOCUMENT_TYPES: readonly IdentificationType[] = ['CC', 'TI'];

/** Returns the document type that this type replaces under the same number; undefined when it replaces none. */
export const formerDocumentTypeOf = (type: IdentificationType): FormerDocumentType | undefined =>
  type === 'CC' ? 'TI' : undefined;

/**
 * Complete numbers of Colombian documents: six to eight, ten or eleven digits. A number with fewer than six digits or with nine
 * digits is probably still being typed.
 */
const COMPLETE_NUMBER_PATTERN = /^(\d{6,8}|\d{10,11})$/;
const COMPLETE_PASSPORT_PATTERN = /^[A-Z0-9]{6,12}$/;

/**
 * Returns the form of a document number that is used for comparison: upper case, without dots, blanks, dashes and invisible
 * characters, and for CC and TI without leading zeros. Empty when nothing remains.
 */
export function normalizeDocumentNumber(type: IdentificationType, number: string): string {
  const bare = number
    .normalize('NFKC')
    .replace(INVISIBLE_CHARACTERS_PATTERN, '')
    .replace(/[\s.\p{Pd}]/gu, '')
    .toUpperCase();
  return NUMERIC_DOCUMENT_TYPES.includes(type) ? bare.replace(/^0+/, '') : bare;
}

/**
 * Returns true when the number may be complete, so that the user may have finished typing. Numbers of other lengths can be
 * registered too.
 */
export const looksCompleteDocumentNumber = (type: IdentificationType, number: string): boolean =>
  (type === 'PA' ? COMPLETE_PASSPORT_PATTERN : COMPLETE_NUMBER_PATTERN).test(
    normalizeDocumentNumber(type, number),
  );
