import { expect, it } from 'vitest';
import { formatDecimalComma, normaliseTypedNumber } from './number-text.ts';

it.each([
  ['12,5', '12.5', '12,5'],
  ['12.5', '12.5', '12,5'],
  ['12,', '12.', '12,'],
  ['1.234,5', '1234.5', '1234,5'],
  ['1.234.567', '1234567', '1234567'],
  [' -3 ', '-3', '-3'],
  ['1,2,3', '1.2,3', '1,2,3'],
  ['doce', 'doce', 'doce'],
])('P10.351 the form stores the number %s as %s and shows %s', (typed, stored, shown) => {
  expect(normaliseTypedNumber(typed)).toBe(stored);
  expect(formatDecimalComma(stored)).toBe(shown);
});
