import { expect, it } from 'vitest';
import { relativeTimeText } from './ago.ts';

const NOW = Date.parse('2026-11-21T11:47:00Z');

it.each([
  [-5, 'hace un momento'],
  [59, 'hace un momento'],
  [60, 'hace 1 min'],
  [40 * 60, 'hace 40 min'],
  [3 * 3_600 + 1_800, 'hace 3 h'],
  [24 * 3_600, 'el 20/11/2026 a las 06:47'],
])("R3 a time %i s ago is described as in a conversation, such as 'hace 3 h'", (seconds, words) => {
  expect(relativeTimeText(NOW - seconds * 1_000, NOW)).toBe(words);
});
