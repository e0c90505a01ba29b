import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkNit, isSameNit, nitCheckDigit, possibleNitNumbers } from './nit.ts';

describe('P10.4 NIT of a company', () => {
  it.each([
    ['860002964', 4],
    ['890903938', 8],
    ['899999068', 1],
    ['900373913', 4],
    ['800197268', 4],
    // Remainders of 0 and 1: the check digit is the remainder itself. For all other remainders it is 11 minus the remainder.
    ['000000000', 0],
    ['10000000000000', 1],
  ])(
    'the check digit of a NIT is calculated with the weights of the tax authority DIAN: %s-%i',
    (number, digit) => {
      expect(nitCheckDigit(number)).toBe(digit);
    },
  );

  it.each([
    ['860002964-4', { type: 'valid' }],
    ['860.002.964-4', { type: 'valid' }],
    ['860 002 964 - 4', { type: 'valid' }],
    ['8600029644', { type: 'valid' }],
    ['860.002.964-5', { type: 'digit_wrong', digit: 4 }],
    ['8600029645', { type: 'digit_wrong', digit: 4 }],
    ['860.002.964', { type: 'digit_missing', digit: 4 }],
    ['79123456-1', { type: 'digit_wrong', digit: nitCheckDigit('79123456') }],
  ])(
    'the app judges the check digit of the company code %s as correct, wrong or missing',
    (code, verdict) => {
      expect(checkNit(code)).toEqual(verdict);
    },
  );

  it.each([
    '',
    'FLO',
    'CLI-1',
    '12345-6',
    '1234567890',
    '79123456',
    '1234567890123456-7',
    '860002964-45',
    '٨٦٠٠٠٢٩٦٤',
  ])('the app does not check the digits of a company code that is not a NIT: %j', (code) =>
    expect(checkNit(code)).toEqual({ type: 'not_a_nit' }),
  );

  it.each([
    '860002964',
    '860.002.964',
    '860.002.964-4',
    '8600029644',
    '860 002 964\u20114',
    'NIT 860.002.964',
    'N.I.T. 860002964-4',
    'Nit: 8600029644',
    '860,002,964-4',
    '860-002-964-4',
    '860002964/4',
    '0860002964-4',
    '860’002’964-4',
    '\uff18\uff16\uff10\uff10\uff10\uff12\uff19\uff16\uff14-\uff14',
    'NIT.860002964 DV 4',
  ])('a NIT is reduced to its number without prefix, separators and check digit: %s', (code) => {
    expect(possibleNitNumbers(code)).toEqual(['860002964']);
  });

  it.each([
    '79123456-8',
    '79.123.456-8',
    '79123456',
    '79.123.456',
    '79 123 456',
    `79123456${nitCheckDigit('79123456')}`,
  ])('the NIT of a person is the same with and without dots, blanks and check digit: %s', (code) =>
    expect(isSameNit(code, '79123456-8')).toBe(true),
  );

  it.each([
    ['CLI-1', 'CLI-1'],
    ['12345', '12345'],
    ['860002964', '860002965'],
    ['79123456', '79123457'],
  ])('the codes %s and %s are not the same NIT', (one, other) => {
    expect(isSameNit(one, other)).toBe(false);
  });

  it('exactly one check digit is correct for each number of a NIT', () => {
    const number = integer({ min: 800_000_000, max: 999_999_999 }).map(String);
    assert(
      property(number, (text) => {
        const fitting = '0123456789'
          .split('')
          .filter((digit) => checkNit(`${text}-${digit}`).type === 'valid');
        expect(fitting).toEqual([String(nitCheckDigit(text))]);
      }),
    );
  });
});
