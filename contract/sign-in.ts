import { PASSWORD_MAX_LENGTH } from './limits.ts';

/**
 * What a sign-in needs (P5). Without zod: the page with the form is the first that anybody waits for. LoginBody is
 * made of the same.
 */
export const SIGN_IN_FIELDS = {
  email: {
    trims: true,
    max: 254,
    missing: 'Ingresa tu correo electrónico.',
    tooLong: 'El correo es demasiado largo.',
  },
  password: {
    trims: false,
    max: PASSWORD_MAX_LENGTH,
    missing: 'Ingresa tu contraseña.',
    tooLong: 'La contraseña es demasiado larga.',
  },
} as const;

/** What is wrong with what was typed into a field; null when it may be sent. */
export function signInFieldProblem(name: keyof typeof SIGN_IN_FIELDS, typed: string): string | null {
  const { trims, max, missing, tooLong } = SIGN_IN_FIELDS[name];
  const text = trims ? typed.trim() : typed;
  if (text === '') return missing;
  return text.length > max ? tooLong : null;
}
