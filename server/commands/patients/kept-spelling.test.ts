import { expect, it } from 'vitest';
import { storedSpelling } from './kept-spelling.ts';

it.each([
  ['Julián', 'Julian', true],
  ['Muñoz', 'MUNOZ', true],
  ['Julian', 'Julián', false],
  ['Julián', 'Julio', false],
  ['julián', 'Julián', false],
  ['Julián', undefined, false],
])(
  'P10.248 keeps the known name %s when a receptionist types %s without a lookup: %s',
  (known, firstName, stays) =>
    expect(storedSpelling({ firstName: known }, firstName === undefined ? {} : { firstName })).toEqual(
      stays ? { firstName: known } : {},
    ),
);
