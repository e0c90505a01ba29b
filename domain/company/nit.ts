import { trimToVisibleLine, withKeyboardPunctuation } from '#contract/fold.ts';

/** Verdict on a company's code as a tax number (NIT); `digit` is the correct check digit. */
export type NitCheckResult =
  | { readonly type: 'not_a_nit' }
  | { readonly type: 'valid' }
  | { readonly type: 'digit_missing'; readonly digit: number }
  | { readonly type: 'digit_wrong'; readonly digit: number };

/** Weights of the DIAN, from the last digit to the first. */
const WEIGHTS = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71];
const SHORTEST = 6;

/** Returns the check digit for a number of up to 15 digits; `number` does not contain it. */
export function nitCheckDigit(number: string): number {
  const sum = number
    .split('')
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (WEIGHTS[at] ?? 0), 0);
  const rest = sum % 11;
  return rest < 2 ? rest : 11 - rest;
}

/** Company numbers have nine digits and begin with 8 or 9; only for these may the check digit follow without a dash. */
const WITH_DASH = /^(\d+)-(\d)$/;
const OF_A_COMPANY = /^([89]\d{8})(\d?)$/;

const partsOf = (code: string): { number: string; given: string } | null => {
  const bare = withKeyboardPunctuation(trimToVisibleLine(code)).replace(/[.\s]/g, '');
  const [, number = '', given = ''] = WITH_DASH.exec(bare) ?? OF_A_COMPANY.exec(bare) ?? [];
  return number.length < SHORTEST || number.length > WEIGHTS.length ? null : { number, given };
};

/** Returns the number of a code that looks like a NIT, without dots and check digit; null for any other code. */
export const nitWithoutCheckDigit = (code: string): string | null => partsOf(code)?.number ?? null;

/**
 * Checks a code that looks like a NIT, with or without dots. The result never leads to a rejection, because any other code is
 * valid too.
 */
export function checkNit(code: string): NitCheckResult {
  const parts = partsOf(code);
  if (!parts) return { type: 'not_a_nit' };
  const digit = nitCheckDigit(parts.number);
  if (parts.given === '') return { type: 'digit_missing', digit };
  return Number(parts.given) === digit ? { type: 'valid' } : { type: 'digit_wrong', digit };
}
