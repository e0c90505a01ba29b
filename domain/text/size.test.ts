import { expect, it } from 'vitest';
import { sizeText } from './size.ts';

it.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [999_999, '1.000 KB'],
  [1_000_000, '1 MB'],
  [3_400_000, '3,4 MB'],
  [10_700_000_000, '10,7 GB'],
  [64_000_000_000_000, '64 TB'],
])('S20 S24 a size of %i bytes is written as %s', (bytes, words) => {
  expect(sizeText(bytes)).toBe(words);
});
