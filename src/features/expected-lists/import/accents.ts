/** Spanish letters that are no ASCII letters. */
const SPANISH = 'áéíóúüñÁÉÍÓÚÜÑ';
const CORRECT_LETTER = `(?<=[A-Za-z])[${SPANISH}]|[${SPANISH}](?=[A-Za-z])`;
/** Letters of other languages, and small letters between capitals: 'GîMEZ', 'JESéS'. */
const FOREIGN = `[^\\P{L}A-Za-zªº${SPANISH}]`;
const WRONG_LETTER = `(?<=[A-Za-z])${FOREIGN}|${FOREIGN}(?=[A-Za-z])|(?<=[A-Z])[áéíóúüñ](?=[A-Z])`;
/** Signs within a word: 'Mu¤oz'. An apostrophe before a capital, as in 'D’Angelo', is correct. */
const WRONG_SIGN = '(?<=\\p{L})(?!’\\p{Lu})[^\\p{ASCII}\\p{L}\\p{M}·°\\u00a0](?=\\p{L})';
/** Non-breaking space within a word of small letters, which is 'á' in DOS: 'Hern ndez'. */
const WRONG_SPACE = '(?<=[a-z])\\u00a0(?=[a-z])';

const CORRECT_PATTERN = new RegExp(CORRECT_LETTER, 'gu');
const WRONG_PATTERN = new RegExp(`${WRONG_LETTER}|${WRONG_SIGN}|${WRONG_SPACE}`, 'gu');

/**
 * Returns true if the accents of a text that was decoded as Windows-1252 are wrong: the file has another encoding, such as that of
 * macOS or DOS, or UTF-8 with damaged bytes. Names in other languages are too few to make the difference.
 */
export const hasWrongAccents = (text: string): boolean =>
  (text.match(WRONG_PATTERN)?.length ?? 0) > (text.match(CORRECT_PATTERN)?.length ?? 0);
