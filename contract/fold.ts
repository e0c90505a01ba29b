/**
 * Text as it is searched: lower case, accents and ñ folded, runs of blanks made one (R1). `normalize('NFD')` takes
 * the tilde off the ñ as well, which collation rules would keep as a letter of its own.
 */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

/** Marks and fillers that no font draws. */
export const FILLERS = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Returns one text for all texts that users read as the same, whatever their accents, case and invisible characters. */
export const readAs = (text: string): string => foldText(text.replace(FILLERS, ''));
