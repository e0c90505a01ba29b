/**
 * Text of a card as a reader delivered it, cut after the birth date. The frame on the card continues with place, blood group
 * and, from byte 168, two fingerprint templates. This biometric data must not be stored and never leaves this file.
 */
export type CardText = string & { readonly cut: unique symbol };

/** Bytes of text in the frame; fingerprints follow. */
const TEXT_BYTES = 168;
/** Marker at a fixed position of the frame; a reader may add characters before the frame. */
const WORD = 'PubDSK_';
const WORD_AT = 24;
const PREFIX_MAX = 8;
/** Maximum number of characters that are kept from a reader that writes two hex digits for each byte. */
const HEX_MAX = 2 * (TEXT_BYTES + PREFIX_MAX);

/** Document number, names, a digit, sex and birth date, in every form in which readers deliver the frame. */
const PERSON = /\d{10}\D{2,110}\d[MF]\d{8}/i;
/** Machine-readable lines: three of 30 characters or two of 44, joined or with line ends between them. */
const MRZ_LINES = /^(?:[ACI][A-Z0-9<]{29}(?:\s*[A-Z0-9<]{30}){2}|P[A-Z<]{43}\s*[A-Z0-9<]{44})/i;

/** First machine-readable line of a card or a passport. */
const MRZ_FIRST_LINE = /^(?=[A-Z0-9<]*<)(?:[ACI][A-Z<][A-Z]{3}[A-Z0-9<]{25}|P[A-Z<][A-Z]{3}[A-Z<]{39})/;
/**
 * Control characters that separate the fields of a code. Other control characters, such as the vertical tab of presentation
 * slides, also occur in text that users paste.
 */
const SEPARATORS = ['\0', '\u0004', '\u001c', '\u001d', '\u001e'];

const isHex = (text: string): boolean => /^(?:30|49)3[0-9](?:[0-9a-f]{2}){20,}[0-9a-f]?$/i.test(text);
const fromHex = (text: string): string =>
  (text.match(/../g) ?? []).map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('');

/**
 * Decodes the text of a reader that writes UTF-8, in which each character above 127 arrives as two characters, such as 'Ã' and
 * a sign.
 */
const fromUtf8 = (text: string): string =>
  text.replace(/[\u00c2\u00c3][\u0080-\u00bf]/g, ([first = '', second = '']) =>
    String.fromCharCode(((first.charCodeAt(0) & 3) << 6) | (second.charCodeAt(0) & 63)),
  );

/** Returns the frame as Latin-1 text, from its first byte to at most `TEXT_BYTES`. */
function frameText(raw: string): string {
  const text = fromUtf8(isHex(raw) ? fromHex(raw) : raw);
  const word = text.indexOf(WORD);
  const begin = Math.min(Math.max(word - WORD_AT, 0), PREFIX_MAX);
  return text.slice(begin, begin + TEXT_BYTES);
}

/**
 * Returns the text of a card up to the birth date; null when `raw` contains no person, or not all of the data yet. Only the
 * first part of a long `raw` is read.
 */
export function cutToCardText(raw: string): CardText | null {
  const seen = raw.slice(0, HEX_MAX);
  const lines = MRZ_LINES.exec(seen.trimStart());
  if (lines) return lines[0] as CardText;
  const text = frameText(seen);
  const person = PERSON.exec(text);
  return person && (text.slice(0, person.index + person[0].length) as CardText);
}

/** Returns true when `raw` is a complete card, or the complete first line of one. */
export const isCompleteCard = (raw: string): boolean =>
  MRZ_FIRST_LINE.test(raw.trimStart()) || cutToCardText(raw) !== null;

/** Returns true for text that only a card reader delivers in one piece, whether or not the card's format is known. */
export function isReaderInput(raw: string): boolean {
  const seen = raw.slice(0, HEX_MAX);
  return (
    SEPARATORS.some((sign) => seen.includes(sign)) ||
    seen.includes(WORD) ||
    isHex(seen) ||
    isCompleteCard(seen)
  );
}

/** Returns true once all needed characters of the card have arrived; later characters are not stored. */
export const hasAllCardCharacters = (kept: string): boolean =>
  kept.length >= (isHex(kept) ? HEX_MAX : TEXT_BYTES + PREFIX_MAX) || cutToCardText(kept) !== null;

/** Appends typed characters to the stored text of a card. Once the person's data are complete, nothing is added. */
export function appendCardPiece(kept: string, piece: string): string {
  let text = kept;
  for (const char of piece) {
    if (hasAllCardCharacters(text)) break;
    text += char;
  }
  return text;
}

/** Converts bytes from a port to the characters of Latin-1. */
export const decodeLatin1 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
