/**
 * Matches the text before the root element. Adjacent repetitions must never match the same characters; otherwise a document
 * type without an end would take quadratic time.
 */
const XML_PROLOGUE_PATTERN = /^(?:<\?[^>]*>|<!DOCTYPE\b[^>[]*(?:\[[^\]]*\][^>]*)?>|\s)*/i;
const BYTE_ORDER_MARK_PATTERN = /^\ufeff/;

/**
 * Entities and other definitions in a document type. They have a separate error, because Illustrator writes them by default.
 */
// Each repetition in these expressions has an upper bound. Otherwise a file that repeats only the start of a match would take
// quadratic time.
const DEFINITION_PATTERNS = [/<!ENTITY\b/i, /<!DOCTYPE\b[^>[]{0,1000}\[/i] as const;

/**
 * Content that a logo does not need: code, and references to other resources. The renderer would skip such content, but the
 * file is rejected, so that the stored logo never lacks a part of the uploaded one.
 */
const ACTIVE_CONTENT_PATTERNS = [
  /<\?xml-stylesheet\b/i,
  /<(?:[\w-]{1,50}:)?(?:script|foreignObject|image|feImage|iframe|object|embed|audio|video|include)\b/i,
  /\son\w{1,50} ?=/i,
  /(?:href|src) ?= ?(?:" ?[^#" ]|' ?[^#' ])/i,
  /url\( ?(?:["']|&quot;|&apos;)? ?(?!["'#) ]|&quot;#|&apos;#)/i,
  /@import\b/i,
  /javascript:/i,
] as const;

function removeXmlComments(text: string): string {
  const [head = '', ...rest] = text.split('<!--');
  const after = rest.map((part) => {
    const end = part.indexOf('-->');
    return end < 0 ? '' : part.slice(end + 3);
  });
  return head + after.join('');
}

function decodeUtf8OrNull(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The decoder throws only if the bytes are not UTF-8.
    return null;
  }
}

/**
 * Returns the text of a UTF-8 SVG, without comments and with each run of whitespace reduced to one character. Returns null for
 * any other content, including a compressed SVG.
 */
export function readSvgText(bytes: Buffer): string | null {
  const text = removeXmlComments(decodeUtf8OrNull(bytes) ?? '')
    .replace(BYTE_ORDER_MARK_PATTERN, '')
    .replace(/\s+/g, ' ');
  return /^<(?:[\w-]{1,50}:)?svg[ >/]/i.test(text.replace(XML_PROLOGUE_PATTERN, '')) ? text : null;
}

/** Returns true for an SVG in UTF-16, which is not drawn and gets its own message. */
export const isUtf16Svg = (bytes: Buffer): boolean =>
  ['utf-16le', 'utf-16be'].some(
    (encoding) => readSvgText(Buffer.from(new TextDecoder(encoding).decode(bytes))) !== null,
  );

const matchesAnyPattern = (text: string, patterns: readonly RegExp[]): boolean =>
  patterns.some((pattern) => pattern.test(text));

/** Returns the kind of disallowed content in the SVG; null if it contains only shapes and letters. */
export function findDisallowedSvgContent(text: string): 'definitions' | 'active' | null {
  if (matchesAnyPattern(text, ACTIVE_CONTENT_PATTERNS)) return 'active';
  return matchesAnyPattern(text, DEFINITION_PATTERNS) ? 'definitions' : null;
}

/** Maximum numbers of elements and letters; far above an ordinary logo, which has hundreds of elements and a few words. */
const MAX_SVG_ELEMENTS = 10_000;
const MAX_SVG_LETTERS = 20_000;

const countLettersAfterTag = (part: string): number =>
  part.startsWith('!') ? part.length : Math.max(0, part.length - part.indexOf('>') - 1);

/**
 * Returns true if the SVG is within the limits for a logo. The limits exist because rendering 200 kB of letters takes a
 * gigabyte.
 */
export function isWithinSvgLimits(text: string): boolean {
  const parts = text.split('<').slice(1);
  const letters = parts.reduce((sum, part) => sum + countLettersAfterTag(part), 0);
  return parts.length <= 2 * MAX_SVG_ELEMENTS && letters <= MAX_SVG_LETTERS;
}
