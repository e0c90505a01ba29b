import { checkNit } from '#domain/company/nit.ts';

/**
 * Returns the text that requests a second press before a NIT with a wrong check digit is created; null for other codes and
 * numbers.
 */
export function wrongNitPrompt(code: string): string | null {
  const verdict = checkNit(code);
  return verdict.type === 'digit_wrong'
    ? `El dígito de verificación no coincide: sería ${verdict.digit}. Corrígelo, o pulsa otra vez para crear así.`
    : null;
}

/**
 * Returns a warning when a company code looks like a NIT with a missing or wrong check digit; null otherwise. It is no error,
 * because clinics choose their own codes.
 */
export function nitWarning(code: string): string | null {
  const verdict = checkNit(code);
  switch (verdict.type) {
    case 'not_a_nit':
    case 'valid':
      return null;
    case 'digit_missing':
      return `Parece un NIT. Su dígito de verificación es ${verdict.digit}.`;
    case 'digit_wrong':
      return `Parece un NIT, pero el dígito de verificación no coincide: sería ${verdict.digit}. Revísalo; puedes guardar así.`;
  }
}
