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

/** Returns digits with at most one dash, in front of the check digit; null for a code that has other characters than a NIT. */
function bareNumberOf(code: string): string | null {
  const plain = toPlainApostrophesAndDashes(trimToVisibleLine(code).normalize('NFKC'))
    .replace(/[.,:;'\s]/g, '')
    .replace(/\//g, '-')
    .replace(/^nit-?/i, '')
    .replace(/-?dv-?/i, '-');
  if (!/^\d+(-\d+)*$/.test(plain)) return null;
  const [, first = plain, digit = ''] = /^(.+)-(\d)$/.exec(plain) ?? [];
  const number = first.replace(/-/g, '').replace(/^0+(?=\d)/, '');
  return digit === '' ? number : `${number}-${digit}`;
}

const splitNit = (code: string): { number: string; given: string } | null => {
  const bare = bareNumberOf(code) ?? '';
  const [, number = '', given = ''] =
    NIT_WITH_DASH_PATTERN.exec(bare) ?? COMPANY_NUMBER_PATTERN.exec(bare) ?? [];
  return number.length < MIN_NIT_DIGITS || number.length > NIT_DIGIT_WEIGHTS.length
    ? null
    : { number, given };
};

/** Returns the number without its last digit if that is the correct check digit of a NIT; null otherwise. */
export function withoutNitCheckDigit(number: string): string | null {
  const rest = number.slice(0, -1);
  const isPossible = rest.length >= MIN_NIT_DIGITS && rest.length <= NIT_DIGIT_WEIGHTS.length;
  return isPossible && nitCheckDigit(rest) === Number(number.slice(-1)) ? rest : null;
}

/**
 * Returns the numbers that a code may mean as a NIT, without 'NIT', separators and check digit; empty for a code that is not a
 * NIT. The number of a natural person without a dash is ambiguous: its last digit may be the check digit.
 */
export function possibleNitNumbers(code: string): readonly string[] {
  const parts = splitNit(code);
  if (parts) return [parts.number];
  const number = bareNumberOf(code) ?? '';
  if (number.length < MIN_NIT_DIGITS || number.includes('-')) return [];
  const rest = withoutNitCheckDigit(number);
  return rest === null ? [number] : [number, rest];
}

export const isSameNit = (one: string, other: string): boolean => {
  const numbers = possibleNitNumbers(other);
  return possibleNitNumbers(one).some((number) => numbers.includes(number));
};

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
