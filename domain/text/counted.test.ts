import { expect, it } from 'vitest';
import { formatCountWithNoun } from './counted.ts';

it('P10.75 a formatted count has the singular noun for 1, the plural noun for other numbers, and a dot between thousands', () => {
  expect([0, 1, 2, 1_200].map((count) => formatCountWithNoun(count, 'registro', 'registros'))).toEqual([
    '0 registros',
    '1 registro',
    '2 registros',
    '1.200 registros',
  ]);
});
