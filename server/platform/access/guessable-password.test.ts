import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { PASSWORD_MIN_LENGTH } from '#contract/limits.ts';
import { isEasyToGuess } from './guessable-password.ts';

const KNOWN_COMMON_PASSWORDS = dictionary['passwords-common'];
const USER_CONTEXT = ['rocio.quintero@alisos.demo', 'Rocío Quintero'];

describe('P10.13 guessable password on the server (isEasyToGuess)', () => {
  it.each([
    'michelle',
    'cocacola',
    'Victoria99',
    'educacion2026',
    'Educación2026',
    '4mb4r2001',
    'ospina1987',
  ])('the server rejects the password %s, which is built from a common word or name', async (password) => {
    expect(await isEasyToGuess(password, USER_CONTEXT)).toBe(true);
  });

  it.each(['Contraseña2026*', 'Clave-2026', 'quintero1990', 'Rocío-2026', 'alisos.2026'])(
    'the server rejects the password %s by the same rules as the app (`isGuessablePassword`)',
    async (password) => {
      expect(await isEasyToGuess(password, USER_CONTEXT)).toBe(true);
    },
  );

  it('the server rejects passwords from every part of its list of common passwords', async () => {
    const long = KNOWN_COMMON_PASSWORDS.filter((password) => password.length >= PASSWORD_MIN_LENGTH);
    expect(long.length).toBeGreaterThan(3_000);
    for (const password of long.filter((_, index) => index % 500 === 0))
      expect([password, await isEasyToGuess(password, USER_CONTEXT)]).toEqual([password, true]);
  });

  it.each([
    'una-clave-larga-7',
    'correcto caballo grapa',
    'el perro ladra de noche',
    'Prueba-2026',
    'x7#kQ2!vLm9z',
    '🐈🐕🐇🐢🐬🦜🦉🐝',
    'contraseña de mi tía la mayor',
    'Rocío canta en la ducha',
    'mnbtrewplkhj',
    'MNBTREWPLKHJ',
    '739164820573',
    '#%&/()=?¡¿*+',
  ])('the server accepts the password %s', async (password) => {
    expect(await isEasyToGuess(password, USER_CONTEXT)).toBe(false);
  });

  // The time of a check grows with the square of the length, so only the first characters are read.
  it('the server checks only the first 32 characters of a long password', async () => {
    const tail = 'x7#kQ2!vLm9z';
    expect(await isEasyToGuess(tail, USER_CONTEXT)).toBe(false);
    expect(await isEasyToGuess('abcd'.repeat(8) + tail, USER_CONTEXT)).toBe(true);
    expect(await isEasyToGuess(tail + 'abcd'.repeat(8), USER_CONTEXT)).toBe(false);
  });
});
