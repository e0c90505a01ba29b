import { FILLERS } from '#contract/fold.ts';
import type { FormerType, IdentificationType } from '#contract/vocabulary.ts';

/** Documents whose number is a plain count: zeros in front are how a form or a scanner pads it, not part of it. */
const COUNTED: readonly IdentificationType[] = ['CC', 'TI'];

/** Returns the type that a document of this type replaces under the same number; undefined for none. */
export const formerTypeOf = (type: IdentificationType): FormerType | undefined =>
  type === 'CC' ? 'TI' : undefined;

/** Of Colombian documents six to eight digits, ten or eleven; shorter ones, and nine, are still being typed. */
const WHOLE = /^(\d{6,8}|\d{10,11})$/;
const WHOLE_PASSPORT = /^[A-Z0-9]{6,12}$/;

/**
 * The form by which a document is the same document (with its type): upper case, without dots, blanks, dashes and invisible
 * characters, and for CC and TI without zeros in front. Empty when nothing of the number remains.
 */
export function normalizeDocumentNumber(type: IdentificationType, number: string): string {
  const bare = number
    .normalize('NFKC')
    .replace(FILLERS, '')
    .replace(/[\s.\p{Pd}]/gu, '')
    .toUpperCase();
  return COUNTED.includes(type) ? bare.replace(/^0+/, '') : bare;
}

/** Whether the number could be a whole one. No rule of registering: a document of another form is registered all the same. */
export const looksWhole = (type: IdentificationType, number: string): boolean =>
  (type === 'PA' ? WHOLE_PASSPORT : WHOLE).test(normalizeDocumentNumber(type, number));
