import { judgeNit } from '#domain/company/nit.ts';

/** A company's code is the clinic's own: what looks like a NIT is looked at, and saved as it is. */
export function nitWarning(code: string): string | null {
  const verdict = judgeNit(code);
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
