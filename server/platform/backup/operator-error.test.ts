import { expect, it } from 'vitest';
import { FilesUnavailable } from '../files/store.ts';
import { toOperatorError } from './operator-error.ts';

const createErrorWithCode = (code: string) => Object.assign(new Error('x'), { code });

it.each([
  [
    'a bucket that is away',
    new FilesUnavailable('away', { cause: createErrorWithCode('ECONNREFUSED') }),
    'El bucket no responde (ECONNREFUSED): repite esto cuando responda.',
  ],
  [
    'a full disk',
    createErrorWithCode('ENOSPC'),
    'El disco de /mnt/copies está lleno (ENOSPC): libera espacio y repite esto.',
  ],
  [
    'a database that went',
    createErrorWithCode('57P01'),
    'Se interrumpió (57P01): comprueba que la base de datos funcione',
  ],
])(
  'P10.154 the error message names the cause when a backup is interrupted by this problem: %s',
  (_what, error, sentence) => {
    expect(String(toOperatorError(error, '/mnt/copies', 'Queda.'))).toMatch(/Queda\.$/);
    expect(String(toOperatorError(error, '/mnt/copies', 'Queda.'))).toContain(sentence);
  },
);

it('P10.154 `toOperatorError` returns a programming error unchanged, without a message for the operator', () => {
  const error = new TypeError('x');
  expect(toOperatorError(error, '/mnt/copies', '')).toBe(error);
});
