import { expect, it } from 'vitest';
import { offlinePasswordDelayMs } from './password-delay.ts';

it('D2 each wrong offline password delays the next attempt: the delay starts at 1 s and doubles up to 5 minutes', () => {
  const minutes = 60_000;
  expect([0, 1, 2, 3, 9, 10, 5_000].map(offlinePasswordDelayMs)).toEqual([
    0,
    1_000,
    2_000,
    4_000,
    256_000,
    5 * minutes,
    5 * minutes,
  ]);
});
