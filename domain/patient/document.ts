import type { IdentificationType } from '#contract/vocabulary.ts';

/** Documents whose number is a plain count: zeros in front are how a form or a scanner pads it, not part of it. */
const COUNTED: readonly IdentificationType[] = ['CC', 'TI'];

/**
 * The form by which a document is the same document (with its type): dots, blanks and dashes left out, upper case, and
 * for CC and TI no zeros in front. Empty when nothing of the number remains.
 */
export function normalizeDocumentNumber(type: IdentificationType, number: string): string {
  const bare = number
    .normalize('NFKC')
    .replace(/[\s.\p{Pd}]/gu, '')
    .toUpperCase();
  return COUNTED.includes(type) ? bare.replace(/^0+/, '') : bare;
}
