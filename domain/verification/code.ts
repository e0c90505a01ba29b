/** Characters of a verification code: Crockford's base 32, which excludes U and the letters that look like digits. */
const VERIFICATION_CODE_CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Length of a verification code in characters of five bits each: 60 bits. */
export const VERIFICATION_CODE_LENGTH = 12;
const GROUP_PATTERN = /.{4}(?=.)/g;
const LOOKALIKE_CORRECTIONS: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };
const CODE_PATTERN = /^[0-9A-HJKMNP-TV-Z]{12}$/;

/**
 * Generates a code from random bytes, in the form in which it is stored.
 * @param random VERIFICATION_CODE_LENGTH random bytes; the lowest five bits of each become one character
 */
export const makeVerificationCode = (random: Uint8Array): string =>
  Array.from(
    random.subarray(0, VERIFICATION_CODE_LENGTH),
    (byte) => VERIFICATION_CODE_CHARACTERS[byte & 31],
  ).join('');

/** Formats a code for display: `7KQ29M4XHJ3T` becomes `7KQ2-9M4X-HJ3T`. */
export const formatVerificationCode = (code: string): string => code.replace(GROUP_PATTERN, '$&-');

/**
 * Converts a typed code to its stored form, ignoring case, blanks and hyphens and correcting similar letters. Returns null for
 * a text that is not a code.
 */
export function parseVerificationCode(typed: string): string | null {
  if (typed.length > 4 * VERIFICATION_CODE_LENGTH) return null;
  const letters = typed.toUpperCase().replace(/[\s.\u2010-\u2015-]/g, '');
  const code = letters.replace(/[OIL]/g, (letter) => LOOKALIKE_CORRECTIONS[letter] ?? '');
  return CODE_PATTERN.test(code) ? code : null;
}
