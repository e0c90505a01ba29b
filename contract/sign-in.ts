import { EMAIL_MAX_LENGTH, PASSWORD_MAX_LENGTH } from './limits.ts';

/**
 * Fields of the sign-in form and their rules (P5), also used by LoginBody. This file does not import zod, because zod would
 * delay the sign-in page, the first page that a user loads.
 */
export const SIGN_IN_FIELDS = {
  email: {
    trims: true,
    max: EMAIL_MAX_LENGTH,
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

export function signInFieldProblem(name: keyof typeof SIGN_IN_FIELDS, typed: string): string | null {
  const { trims, max, missing, tooLong } = SIGN_IN_FIELDS[name];
  const text = trims ? typed.trim() : typed;
  if (text === '') return missing;
  return text.length > max ? tooLong : null;
}
