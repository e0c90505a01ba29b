import { expect, it } from 'vitest';
import { spellingToKeep } from './stored-spelling.ts';

it.each([
  ['Julián', 'Julian', true],
  ['Muñoz', 'MUNOZ', true],
  ['Julian', 'Julián', false],
  ['Julián', 'Julio', false],
  ['julián', 'Julián', false],
  ['Julián', undefined, false],
])(
  'P10.248 when the receptionist typed a patient without a lookup, the server keeps the known name %s instead of the typed name %s: %s',
  (known, first_name, stays) =>
    expect(spellingToKeep({ first_name: known }, first_name === undefined ? {} : { first_name })).toEqual(
      stays ? { first_name: known } : {},
    ),
);
