/** Characters that fonts do not draw, such as control characters, zero-width marks and blank fillers. */
export const INVISIBLE_FILLERS = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const APOSTROPHES = /[\u2018\u2019\u02bc\u00b4`\uff07]/gu;

/**
 * Returns the text with one space for each run of white space. `\s` also matches the byte order mark, which is not white space
 * here.
 */
const evenBlanks = (text: string): string => text.replace(/[^\S\ufeff]+/g, ' ');

/** Returns the visible part of a text on one line. */
export const trimToVisibleLine = (text: string): string =>
  evenBlanks(text).replace(INVISIBLE_FILLERS, '').trim();

/** Returns the text with every apostrophe and dash replaced by its keyboard character. */
export const withKeyboardPunctuation = (text: string): string =>
  text.replace(APOSTROPHES, "'").replace(/\p{Pd}/gu, '-');

/**
 * Returns the text as it is searched and compared: lower case, without accents, ñ as n, and with one spelling for characters
 * that users read as the same (R1). `normalize('NFD')` also separates the tilde from the ñ, which collation rules would keep as
 * a letter.
 */
export const foldText = (text: string): string =>
  withKeyboardPunctuation(trimToVisibleLine(text)).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
