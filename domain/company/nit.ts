import { plainLine, plainSigns } from '#contract/fold.ts';

/** What a company's code says as a tax number (NIT); `digit` is the check digit that belongs to it. */
export type NitVerdict =
  | { readonly type: 'not_a_nit' }
  | { readonly type: 'valid' }
  | { readonly type: 'digit_missing'; readonly digit: number }
  | { readonly type: 'digit_wrong'; readonly digit: number };

/** From the last digit to the first: the DIAN's weights. */
const WEIGHTS = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71];
const SHORTEST = 6;

/** The check digit of a number without it, of up to 15 digits. */
export function nitDigit(number: string): number {
  const sum = number
    .split('')
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (WEIGHTS[at] ?? 0), 0);
  const rest = sum % 11;
  return rest < 2 ? rest : 11 - rest;
}

/** Companies have nine digits that begin with 8 or 9; the check digit may follow without its dash. */
const WITH_DASH = /^(\d+)-(\d)$/;
const OF_A_COMPANY = /^([89]\d{8})(\d?)$/;

const partsOf = (code: string): { number: string; given: string } | null => {
  const bare = plainSigns(plainLine(code)).replace(/[.\s]/g, '');
  const [, number = '', given = ''] = WITH_DASH.exec(bare) ?? OF_A_COMPANY.exec(bare) ?? [];
  return number.length < SHORTEST || number.length > WEIGHTS.length ? null : { number, given };
};

/** The number of a code that looks like a NIT, without dots and check digit; null for any other code. */
export const nitNumber = (code: string): string | null => partsOf(code)?.number ?? null;

/**
 * Judges a code that looks like a NIT, with or without dots. Any other code is as good: nothing here is a reason to
 * refuse one.
 */
export function judgeNit(code: string): NitVerdict {
  const parts = partsOf(code);
  if (!parts) return { type: 'not_a_nit' };
  const digit = nitDigit(parts.number);
  if (parts.given === '') return { type: 'digit_missing', digit };
  return Number(parts.given) === digit ? { type: 'valid' } : { type: 'digit_wrong', digit };
}
