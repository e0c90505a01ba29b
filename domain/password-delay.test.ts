import { expect, it } from 'vitest';
import { passwordDelay } from './password-delay.ts';

it('D2 wrong passwords without network wait 1 s, twice as long each time, 5 minutes at most', () => {
  const minutes = 60_000;
  expect([0, 1, 2, 3, 9, 10, 5_000].map(passwordDelay)).toEqual([
    0,
    1_000,
    2_000,
    4_000,
    256_000,
    5 * minutes,
    5 * minutes,
  ]);
});
