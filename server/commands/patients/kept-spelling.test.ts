import { expect, it } from 'vitest';
import { keptSpelling } from './kept-spelling.ts';

it.each([
  ['Julián', 'Julian', true],
  ['Muñoz', 'MUNOZ', true],
  ['Julian', 'Julián', false],
  ['Julián', 'Julio', false],
  ['julián', 'Julián', false],
  ['Julián', undefined, false],
])('P10.248 %s, written as %s without having been found, stays: %s', (known, firstName, stays) =>
  expect(keptSpelling({ firstName: known }, firstName === undefined ? {} : { firstName })).toEqual(
    stays ? { firstName: known } : {},
  ),
);
