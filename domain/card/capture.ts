/**
 * Text of a card, cut after the birth date. The data on the card continue with birthplace, blood group and, from byte 168, two
 * fingerprint templates; these data never leave this file and are never stored.
 */
export type CardText = string & { readonly cut: unique symbol };

/** Number of text bytes in a card frame; fingerprints follow. */
const FRAME_TEXT_BYTES = 168;
/** Marker in the card frame. Its position is fixed, except that a reader may add characters in front of the frame. */
const FRAME_MARKER = 'PubDSK_';
const FRAME_MARKER_OFFSET = 24;
const READER_PREFIX_MAX_LENGTH = 8;
/** Maximum number of characters that are kept from a reader that sends two hex digits for each byte. */
const HEX_TEXT_MAX_LENGTH = 2 * (FRAME_TEXT_BYTES + READER_PREFIX_MAX_LENGTH);

/**
 * Pattern of the personal data on a card, in every format of the known readers: document number, names, a digit, sex and birth
 * date.
 */
const PERSON_PATTERN = /\d{10}\D{2,110}\d[MF]\d{8}/i;
/** Complete machine-readable lines: three of 30 characters or two of 44, with or without line ends between them. */
const MRZ_LINES_PATTERN = /^(?:[ACI][A-Z0-9<]{29}(?:\s*[A-Z0-9<]{30}){2}|P[A-Z<]{43}\s*[A-Z0-9<]{44})/i;

/** Beginning of a card frame as typed: document type, eight digits, then the marker, or a run of NULs, which no user types. */
const FRAME_START_PATTERN = /^.{0,8}?[0I]\d{9}(?:.{0,14}PubDSK_|\0{3})/s;

const MRZ_FIRST_LINE_PATTERN =
  /^(?=[A-Z0-9<]*<)(?:[ACI][A-Z<][A-Z]{3}[A-Z0-9<]{25}|P[A-Z<][A-Z]{3}[A-Z<]{39})/;
/**
 * Control characters that separate the fields of a barcode. Other control characters are not in the list, because they also
 * occur in pasted text, such as the vertical tab of presentation slides.
 */
const BARCODE_SEPARATORS = ['\0', '\u0004', '\u001c', '\u001d', '\u001e'];

const isHexCardText = (text: string): boolean => /^(?:30|49)3[0-9](?:[0-9a-f]{2}){20,}[0-9a-f]?$/i.test(text);
const decodeHexText = (text: string): string =>
  (text.match(/../g) ?? []).map((pair) => String.fromCharCode(Number.parseInt(pair, 16))).join('');

/**
 * Repairs the text of a reader that sends UTF-8: each character above 127 arrived as two characters, such as 'Ã' and a symbol.
 */
const repairUtf8Text = (text: string): string =>
  text.replace(/[\u00c2\u00c3][\u0080-\u00bf]/g, ([first = '', second = '']) =>
    String.fromCharCode(((first.charCodeAt(0) & 3) << 6) | (second.charCodeAt(0) & 63)),
  );

/** Returns the card frame as Latin-1 text, at most `FRAME_TEXT_BYTES` from its first byte. */
function extractFrameText(raw: string): string {
  const text = repairUtf8Text(isHexCardText(raw) ? decodeHexText(raw) : raw);
  const word = text.indexOf(FRAME_MARKER);
  const begin = Math.min(Math.max(word - FRAME_MARKER_OFFSET, 0), READER_PREFIX_MAX_LENGTH);
  return text.slice(begin, begin + FRAME_TEXT_BYTES);
}

/**
 * Returns the text of a card up to the birth date; null when `raw` contains no card or only a part of one. Only the beginning
 * of a long `raw` is searched.
 */
export function extractCardText(raw: string): CardText | null {
  const seen = raw.slice(0, HEX_TEXT_MAX_LENGTH);
  const [lines = ''] = MRZ_LINES_PATTERN.exec(seen.trimStart()) ?? [];
  // Every card has fillers and digits; without them, the lines are a long word of a user.
  if (lines.includes('<') && /\d/.test(lines)) return lines as CardText;
  const text = extractFrameText(seen);
  const person = PERSON_PATTERN.exec(text);
  return person && (text.slice(0, person.index + person[0].length) as CardText);
}

/** Returns true when `raw` contains a complete card or the complete first line of one. */
export const hasCardOrFirstMrzLine = (raw: string): boolean =>
  MRZ_FIRST_LINE_PATTERN.test(raw.trimStart()) || extractCardText(raw) !== null;

/** Returns true for a text that only a card reader enters at once, even if the card's format is unknown. */
export function isCardReaderInput(raw: string): boolean {
  const seen = raw.slice(0, HEX_TEXT_MAX_LENGTH);
  return (
    BARCODE_SEPARATORS.some((sign) => seen.includes(sign)) ||
    seen.includes(FRAME_MARKER) ||
    isHexCardText(seen) ||
    hasCardOrFirstMrzLine(seen)
  );
}

/** Beginning of a card frame that lacks characters. */
const DAMAGED_FRAME_START_PATTERN = /^I?\d{0,12}\W{0,14}PubDSK_/;
/**
 * Text that every card contains. A text without it is not tested with the other patterns, which saves time at each key while a
 * user types.
 */
const CARD_TRACE_PATTERN = /PubDSK_|\0{3}|\d[MF]\d{8}|<|[\da-f]{44}/i;
/** Returns true for a text that begins with so much of a card that no user typed it. */
const startsWithCard = (raw: string): boolean =>
  FRAME_START_PATTERN.test(raw) || isHexCardText(raw) || hasCardOrFirstMrzLine(raw);

/**
 * Returns the index of the first piece of a card that was typed in several pieces; -1 when the pieces contain nothing that only
 * a reader types.
 */
export function findFirstCardPiece(pieces: readonly string[]): number {
  if (!CARD_TRACE_PATTERN.test(pieces.join(''))) return -1;
  const tails = pieces.map((_piece, at) => pieces.slice(at).join(''));
  const start = tails.findLastIndex(startsWithCard);
  if (start !== -1) return start;
  const damaged = tails.findIndex((tail) => DAMAGED_FRAME_START_PATTERN.test(tail));
  return damaged === -1 ? tails.findLastIndex((tail) => tail.includes(FRAME_MARKER)) : damaged;
}

/** Returns true when `kept` contains all characters of the card that are needed; later characters are then not stored. */
export const hasAllCardCharacters = (kept: string): boolean =>
  kept.length >= (isHexCardText(kept) ? HEX_TEXT_MAX_LENGTH : FRAME_TEXT_BYTES + READER_PREFIX_MAX_LENGTH) ||
  extractCardText(kept) !== null;

/**
 * Appends typed characters to the stored text of a card. Returns `kept` unchanged once it contains the complete personal data.
 */
export function appendCardPiece(kept: string, piece: string): string {
  let text = kept;
  for (const char of piece) {
    if (hasAllCardCharacters(text)) break;
    text += char;
  }
  return text;
}

export const decodeLatin1 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
