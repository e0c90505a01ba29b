import { expect, it } from 'vitest';
import { queueLettersAt } from './queue-letters.ts';

it('S28 P10.48 the server assigns queue letters in alphabetical order, first one, then two, then three, without letters that look or sound alike', () => {
  const all = Array.from({ length: 9_723 }, (_none, position) => queueLettersAt(position));
  expect([all[0], all[20], all[21], all[22], all[461], all[462], all.at(-1)]).toEqual([
    'A',
    'Z',
    'AA',
    'AB',
    'ZZ',
    'AAA',
    'ZZZ',
  ]);
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((letters) => letters === null || /[INOVW]/.test(letters))).toEqual([]);
  expect(queueLettersAt(9_723)).toBeNull();
});
