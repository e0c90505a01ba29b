import { describe, expect, it } from 'vitest';
import { isGuessablePassword } from './guessable.ts';

describe('P10.13 guessable password (isGuessablePassword)', () => {
  it.each([
    '12345678',
    '987654321',
    '11111111',
    'abababab',
    'qwertyuiop',
    '1q2w3e4r',
    '1qaz2wsx',
    'abcdefgh',
    'password',
    'Passw0rd!',
    'P@$$w0rd',
    'contraseña',
    'Contraseña2026',
    'CONTRASENA1*',
    'colombia123',
    'Medellin2026',
    'bienvenido1',
    'TeAmoMucho',
    'amoramor',
    'admin1234',
    'Ventanilla2026',
    'qwerty123',
    'millonarios1',
  ])('the password %s is guessable', (password) => {
    expect(isGuessablePassword(password)).toBe(true);
  });

  it.each([
    'una-clave-larga-7',
    'correcto caballo grapa',
    'el perro ladra de noche',
    'Prueba-2026',
    'x7#kQ2!vLm9z',
    '🐈🐕🐇🐢🐬🦜🦉🐝',
    'contraseña de mi tía la mayor',
  ])('the password %s is not guessable', (password) => {
    expect(isGuessablePassword(password)).toBe(false);
  });

  it('a password that consists of the user’s name or address is guessable, with or without accents', () => {
    const context = ['rocio.quintero@alisos.demo', 'Rocío Quintero'];
    for (const password of ['quintero1990', 'Rocío-2026', 'alisos.2026']) {
      expect([password, isGuessablePassword(password, context)]).toEqual([password, true]);
      expect([password, isGuessablePassword(password)]).toEqual([password, false]);
    }
    expect(isGuessablePassword('Rocío canta en la ducha', context)).toBe(false);
  });

  it('a password that contains only lower-case letters, only capitals, only digits or only symbols is not guessable for that reason', () => {
    for (const password of ['mnbtrewplkhj', 'MNBTREWPLKHJ', '739164820573', '#%&/()=?¡¿*+'])
      expect([password, isGuessablePassword(password)]).toEqual([password, false]);
  });
});
