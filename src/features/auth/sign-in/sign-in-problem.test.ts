import { describe, expect, it } from 'vitest';
import { signInProblemText } from './sign-in-problem.ts';

const rejectedResult = (status: number, message: string) =>
  ({ type: 'refused', status, code: null, message }) as const;

describe('P8 sign-in errors', () => {
  it('P8.15 the sign-in error for status 401 is a fixed text, whatever message the server sends', () => {
    expect(signInProblemText(rejectedResult(401, 'unauthorized'))).toBe(
      'Credenciales inválidas. Verifica tu correo y contraseña.',
    );
  });

  it("P8.15 the sign-in error for any other status is the server's message", () => {
    expect(signInProblemText(rejectedResult(403, 'La cuenta está suspendida.'))).toBe(
      'La cuenta está suspendida.',
    );
  });

  it('P8.15 the sign-in error lists messages about fields after the main message', () => {
    const details = [{ field: 'email', message: 'No es un correo.' }];
    expect(signInProblemText({ ...rejectedResult(422, 'Datos inválidos'), details })).toBe(
      'Datos inválidos. No es un correo.',
    );
  });

  it('P8.15 the sign-in error is a fallback text when the server sends no message', () => {
    expect(signInProblemText(rejectedResult(500, ' '))).toBe(
      'No fue posible iniciar sesión. Intenta nuevamente. (500)',
    );
  });

  it.each(['no_answer', 'timeout', 'portal'] as const)(
    'the sign-in error mentions the network when the request failed with the cause %s',
    (cause) => {
      expect(signInProblemText({ type: 'unreachable', cause })).toMatch(/red/);
    },
  );

  it.each([
    [1, '1 segundo'],
    [2_001, '3 segundos'],
    [60_000, '1 minuto'],
    [256_000, '5 minutos'],
  ])(
    'D2 the sign-in error says how long to wait after too many wrong passwords without network (%i ms)',
    (ms, pause) => {
      expect(signInProblemText({ type: 'wait', ms })).toBe(
        `Demasiados intentos sin conexión. Intenta nuevamente en ${pause}.`,
      );
    },
  );
});
