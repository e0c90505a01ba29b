import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, it } from 'vitest';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/limits.ts';
import { isEasyToGuess } from './guessable-password.ts';

const KNOWN = dictionary['passwords-common'];
const CONTEXT = ['rocio.quintero@alisos.demo', 'Rocío Quintero'];

describe('P10.13 guessable password on the server (isEasyToGuess)', () => {
  it.each([
    'michelle',
    'cocacola',
    'Victoria99',
    'educacion2026',
    'Educación2026',
    '4mb4r2001',
    'ospina1987',
  ])('the server rejects the password %s, which the rule of the page accepts', async (password) => {
    expect(await isEasyToGuess(password, CONTEXT)).toBe(true);
  });

  it.each(['Contraseña2026*', 'Clave-2026', 'quintero1990', 'Rocío-2026', 'alisos.2026'])(
    'the server rejects the password %s by the rule of the page',
    async (password) => {
      expect(await isEasyToGuess(password, CONTEXT)).toBe(true);
    },
  );

  it('the server rejects known passwords of every part of the list', async () => {
    const long = KNOWN.filter((password) => password.length >= PASSWORD_MIN_LENGTH);
    expect(long.length).toBeGreaterThan(3_000);
    for (const password of long.filter((_, index) => index % 500 === 0))
      expect([password, await isEasyToGuess(password, CONTEXT)]).toEqual([password, true]);
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
    expect(await isEasyToGuess(password, CONTEXT)).toBe(false);
  });

  it.each(['p4$$w0rd1l0v3y0u', '4@8({[<3€6&9#!1|0$5+7%2', '1221211122212', '1/1/91.2.3-90'])(
    'the server checks a hostile password of the maximum length that repeats %s in under 500 ms of processor time',
    async (part) => {
      const hostile = part.repeat(PASSWORD_MAX_LENGTH).slice(0, PASSWORD_MAX_LENGTH);
      await isEasyToGuess('una-clave-larga-7', CONTEXT);
      const before = process.cpuUsage();
      await isEasyToGuess(hostile, CONTEXT);
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
    },
  );
});
