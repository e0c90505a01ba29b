/**
 * What a reader delivered, cut where the birth date ends. Behind it the frame goes on with place, blood group and, from byte 168,
 * two fingerprint templates: they are biometric data that nobody may keep, and never leave this file.
 */
export type CardText = string & { readonly cut: unique symbol };

/** Text of the frame, in bytes; from here on it is fingerprints. */
const TEXT_BYTES = 168;
/** Where the frame has this word; a reader may put signs of its own in front of the frame. */
const WORD = 'PubDSK_';
const WORD_AT = 24;
const PREFIX_MAX = 8;
/** As many characters as are ever kept, in a form that spends two on each byte. */
const HEX_MAX = 2 * (TEXT_BYTES + PREFIX_MAX);

/** Number, names, a digit, sex, birth date: in every form in which readers deliver the frame. */
const PERSON = /\d{10}\D{2,110}\d[MF]\d{8}/i;
/** Three lines of 30 or two of 44, as one line or with ends between them. */
const MRZ_LINES = /^(?:[ACI][A-Z0-9<]{29}(?:\s*[A-Z0-9<]{30}){2}|P[A-Z<]{43}\s*[A-Z0-9<]{44})/i;

/** First line of a card or a passport. */
const MRZ_FIRST_LINE = /^(?=[A-Z0-9<]*<)(?:[ACI][A-Z<][A-Z]{3}[A-Z0-9<]{25}|P[A-Z<][A-Z]{3}[A-Z<]{39})/;
/** Separators of codes. Others, such as the vertical tab of slides, come with what users paste. */
const SEPARATORS = ['\0', '\u0004', '\u001c', '\u001d', '\u001e'];

const isHex = (text: string): boolean => /^(?:30|49)3[0-9](?:[0-9a-f]{2}){20,}[0-9a-f]?$/i.test(text);
const fromHex = (text: string): string =>
  (text.match(/../g) ?? []).map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('');

/** A reader that writes UTF-8 spends two characters on each above 127: 'Ã' and one that is no letter. */
const fromUtf8 = (text: string): string =>
  text.replace(/[\u00c2\u00c3][\u0080-\u00bf]/g, ([first = '', second = '']) =>
    String.fromCharCode(((first.charCodeAt(0) & 3) << 6) | (second.charCodeAt(0) & 63)),
  );

/** Latin-1 text from where the frame begins, at most as long as the frame's own text. */
function frameText(raw: string): string {
  const text = fromUtf8(isHex(raw) ? fromHex(raw) : raw);
  const word = text.indexOf(WORD);
  const begin = Math.min(Math.max(word - WORD_AT, 0), PREFIX_MAX);
  return text.slice(begin, begin + TEXT_BYTES);
}

/** Null while, or where, there is no person in it. Of any length of `raw` only the beginning is looked at. */
export function cutToPerson(raw: string): CardText | null {
  const seen = raw.slice(0, HEX_MAX);
  const lines = MRZ_LINES.exec(seen.trimStart());
  if (lines) return lines[0] as CardText;
  const text = frameText(seen);
  const person = PERSON.exec(text);
  return person && (text.slice(0, person.index + person[0].length) as CardText);
}

/** A whole card, or a whole line of one. */
export const isWhole = (raw: string): boolean =>
  MRZ_FIRST_LINE.test(raw.trimStart()) || cutToPerson(raw) !== null;

/** Text that only a reader delivers at once, whether it is a known card or not. */
export function isOfReader(raw: string): boolean {
  const seen = raw.slice(0, HEX_MAX);
  return (
    SEPARATORS.some((sign) => seen.includes(sign)) || seen.includes(WORD) || isHex(seen) || isWhole(seen)
  );
}

/** Every character is in: what follows is not kept. */
export const isCaptured = (kept: string): boolean =>
  kept.length >= (isHex(kept) ? HEX_MAX : TEXT_BYTES + PREFIX_MAX) || cutToPerson(kept) !== null;

/** What is kept with what came now. Once the person is in, nothing is added any more. */
export function takeIn(kept: string, piece: string): string {
  let text = kept;
  for (const char of piece) {
    if (isCaptured(text)) break;
    text += char;
  }
  return text;
}

/** Bytes of a port as the characters of Latin-1. */
export const latin1 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
