/** Marks and fillers that no font draws. */
export const FILLERS = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const APOSTROPHES = /[\u2018\u2019\u02bc\u00b4`\uff07]/gu;

/** Returns the text with one space for each run of blanks. `\s` also matches the byte order mark, which is not a blank. */
const evenBlanks = (text: string): string => text.replace(/[^\S\ufeff]+/g, ' ');

/** Returns the visible part of a text on one line. */
export const plainLine = (text: string): string => evenBlanks(text).replace(FILLERS, '').trim();

/** Returns the text with each apostrophe and dash as a keyboard writes it. */
export const plainSigns = (text: string): string => text.replace(APOSTROPHES, "'").replace(/\p{Pd}/gu, '-');

/**
 * Text as it is searched and compared: lower case, accents and ñ folded, and what users read as the same written the same (R1).
 * `normalize('NFD')` takes the tilde off the ñ as well, which collation rules would keep as a letter of its own.
 */
export const foldText = (text: string): string =>
  plainSigns(plainLine(text)).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
