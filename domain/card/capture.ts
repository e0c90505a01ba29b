/**
 * Text of a card as a reader delivered it, cut after the birth date. The frame continues with place, blood group and, from byte
 * 168, two fingerprint templates: this biometric data must not be kept and never leaves this file.
 */
export type CardText = string & { readonly cut: unique symbol };

/** Bytes of text in the frame; fingerprints follow. */
const TEXT_BYTES = 168;
/** Marker at a fixed position of the frame; a reader may add characters before the frame. */
const WORD = 'PubDSK_';
const WORD_AT = 24;
const PREFIX_MAX = 8;
/** Maximum number of characters kept, for a form with two characters per byte. */
const HEX_MAX = 2 * (TEXT_BYTES + PREFIX_MAX);

/** Number, names, a digit, sex and birth date, in every form in which readers deliver the frame. */
const PERSON = /\d{10}\D{2,110}\d[MF]\d{8}/i;
/** Three lines of 30 characters or two of 44, as one line or with line ends between them. */
const MRZ_LINES = /^(?:[ACI][A-Z0-9<]{29}(?:\s*[A-Z0-9<]{30}){2}|P[A-Z<]{43}\s*[A-Z0-9<]{44})/i;

/** First line of a card or a passport. */
const MRZ_FIRST_LINE = /^(?=[A-Z0-9<]*<)(?:[ACI][A-Z<][A-Z]{3}[A-Z0-9<]{25}|P[A-Z<][A-Z]{3}[A-Z<]{39})/;
/**
 * Separators in codes. Other control characters, such as the vertical tab of presentation slides, occur in text that users
 * paste.
 */
const SEPARATORS = ['\0', '\u0004', '\u001c', '\u001d', '\u001e'];

const isHex = (text: string): boolean => /^(?:30|49)3[0-9](?:[0-9a-f]{2}){20,}[0-9a-f]?$/i.test(text);
const fromHex = (text: string): string =>
  (text.match(/../g) ?? []).map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('');

/** Decodes the text of a reader that writes UTF-8: two characters for each one above 127, 'Ã' and one that is not a letter. */
const fromUtf8 = (text: string): string =>
  text.replace(/[\u00c2\u00c3][\u0080-\u00bf]/g, ([first = '', second = '']) =>
    String.fromCharCode(((first.charCodeAt(0) & 3) << 6) | (second.charCodeAt(0) & 63)),
  );

/** Returns Latin-1 text from the start of the frame, at most as long as the frame's own text. */
function frameText(raw: string): string {
  const text = fromUtf8(isHex(raw) ? fromHex(raw) : raw);
  const word = text.indexOf(WORD);
  const begin = Math.min(Math.max(word - WORD_AT, 0), PREFIX_MAX);
  return text.slice(begin, begin + TEXT_BYTES);
}

/**
 * Returns the text up to the birth date; null when `raw` contains no person, or not yet. Only the first part of a long `raw` is
 * read.
 */
export function cutToCardText(raw: string): CardText | null {
  const seen = raw.slice(0, HEX_MAX);
  const lines = MRZ_LINES.exec(seen.trimStart());
  if (lines) return lines[0] as CardText;
  const text = frameText(seen);
  const person = PERSON.exec(text);
  return person && (text.slice(0, person.index + person[0].length) as CardText);
}

/** Returns true for a complete card, or a complete first line of one. */
export const isComplete = (raw: string): boolean =>
  MRZ_FIRST_LINE.test(raw.trimStart()) || cutToCardText(raw) !== null;

/** Returns true for text that only a reader delivers in one piece, from a known card or not. */
export function isReaderInput(raw: string): boolean {
  const seen = raw.slice(0, HEX_MAX);
  return (
    SEPARATORS.some((sign) => seen.includes(sign)) || seen.includes(WORD) || isHex(seen) || isComplete(seen)
  );
}

/** Returns true once all needed characters have arrived; later ones are not stored. */
export const isCaptured = (kept: string): boolean =>
  kept.length >= (isHex(kept) ? HEX_MAX : TEXT_BYTES + PREFIX_MAX) || cutToCardText(kept) !== null;

/** Appends a piece to the stored text. After the person's data are complete, nothing is added. */
export function appendKey(kept: string, piece: string): string {
  let text = kept;
  for (const char of piece) {
    if (isCaptured(text)) break;
    text += char;
  }
  return text;
}

/** Converts bytes from a port to the characters of Latin-1. */
export const latin1 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
