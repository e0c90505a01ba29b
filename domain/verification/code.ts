/** Crockford's base 32: no letter that is read as a digit, and no U. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Five bits each: 60 in all. */
export const CODE_LENGTH = 12;
const GROUP = /.{4}(?=.)/g;
/** What is typed for what was read. */
const READ_AS: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };
const CODE = /^[0-9A-HJKMNP-TV-Z]{12}$/;

/** A code as it is kept. @param random CODE_LENGTH random bytes, of which five bits each are used */
export const makeCode = (random: Uint8Array): string =>
  Array.from(random.subarray(0, CODE_LENGTH), (byte) => LETTERS[byte & 31]).join('');

/** `7KQ29M4XHJ3T` is `7KQ2-9M4X-HJ3T` for people. */
export const shownCode = (code: string): string => code.replace(GROUP, '$&-');

/** The code as it is kept, of what somebody typed: case, blanks, hyphens and letters that look alike do not matter. Null for none. */
export function readCode(typed: string): string | null {
  if (typed.length > 4 * CODE_LENGTH) return null;
  const letters = typed.toUpperCase().replace(/[\s.\u2010-\u2015-]/g, '');
  const code = letters.replace(/[OIL]/g, (letter) => READ_AS[letter] ?? '');
  return CODE.test(code) ? code : null;
}
