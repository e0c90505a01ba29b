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
  'P10.248 the server keeps the known name %s when the receptionist did not find the patient first and typed %s: %s',
  (known, first_name, stays) =>
    expect(spellingToKeep({ first_name: known }, first_name === undefined ? {} : { first_name })).toEqual(
      stays ? { first_name: known } : {},
    ),
);
