import { trimToVisibleLine, toPlainApostrophesAndDashes } from '#contract/fold.ts';

/** Result of checking a company's code as a tax number (NIT); `digit` is the correct check digit. */
export type NitCheckResult =
  | { readonly type: 'not_a_nit' }
  | { readonly type: 'valid' }
  | { readonly type: 'digit_missing'; readonly digit: number }
  | { readonly type: 'digit_wrong'; readonly digit: number };

/** Weights of the tax authority DIAN, beginning with the last digit of the number. */
const NIT_DIGIT_WEIGHTS = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71];
const MIN_NIT_DIGITS = 6;

/** Returns the check digit of a number with up to 15 digits; `number` must not contain it. */
export function nitCheckDigit(number: string): number {
  const sum = number
    .split('')
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (NIT_DIGIT_WEIGHTS[at] ?? 0), 0);
  const rest = sum % 11;
  return rest < 2 ? rest : 11 - rest;
}

/**
 * Code with a dash in front of the check digit. Without a dash, only a company number can include a check digit: nine digits
 * that begin with 8 or 9 are then followed by it.
 */
const NIT_WITH_DASH_PATTERN = /^(\d+)-(\d)$/;
const COMPANY_NUMBER_PATTERN = /^([89]\d{8})(\d?)$/;

const splitNit = (code: string): { number: string; given: string } | null => {
  const bare = toPlainApostrophesAndDashes(trimToVisibleLine(code)).replace(/[.\s]/g, '');
  const [, number = '', given = ''] =
    NIT_WITH_DASH_PATTERN.exec(bare) ?? COMPANY_NUMBER_PATTERN.exec(bare) ?? [];
  return number.length < MIN_NIT_DIGITS || number.length > NIT_DIGIT_WEIGHTS.length
    ? null
    : { number, given };
};

/** Word that users paste with the number. */
const NIT_PREFIX_PATTERN = /^\s*n\W*i\W*t\W*/i;

/** Returns the number of a NIT without 'NIT', dots and check digit; null when the code does not look like a NIT. */
export const nitWithoutCheckDigit = (code: string): string | null =>
  splitNit(code.replace(NIT_PREFIX_PATTERN, ''))?.number ?? null;

/**
 * Checks a code that looks like a NIT. The app never rejects a code because of the result, because codes other than a NIT are
 * valid too.
 */
export function checkNit(code: string): NitCheckResult {
  const parts = splitNit(code);
  if (!parts) return { type: 'not_a_nit' };
  const digit = nitCheckDigit(parts.number);
  if (parts.given === '') return { type: 'digit_missing', digit };
  return Number(parts.given) === digit ? { type: 'valid' } : { type: 'digit_wrong', digit };
}
