/** Characters that fonts do not draw, such as control characters, zero-width marks and blank fillers. */
export const INVISIBLE_CHARACTERS_PATTERN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const APOSTROPHES_PATTERN = /[\u2018\u2019\u02bc\u00b4`\uff07]/gu;

/**
 * Replaces each run of white space by one space. The expression excludes the byte order mark (`\ufeff`), which `\s` would
 * match.
 */
const collapseWhitespace = (text: string): string => text.replace(/[^\S\ufeff]+/g, ' ');

export const trimToVisibleLine = (text: string): string =>
  collapseWhitespace(text).replace(INVISIBLE_CHARACTERS_PATTERN, '').trim().normalize();

export const toPlainApostrophesAndDashes = (text: string): string =>
  text.replace(APOSTROPHES_PATTERN, "'").replace(/\p{Pd}/gu, '-');

/**
 * Normalises a text for search and comparison: lower case, without accents, ñ as n, and one spelling for characters that look
 * the same (R1). `normalize('NFD')` turns ñ into n and a tilde, so that the tilde can be removed; a collation would treat ñ as
 * a separate letter.
 */
export const foldText = (text: string): string =>
  toPlainApostrophesAndDashes(trimToVisibleLine(text)).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
