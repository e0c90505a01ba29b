/**
 * What may stand before the root element. No two repetitions that take the same signs follow each other: a document type
 * that never ends would take its square in time.
 */
const PROLOGUE = /^(?:<\?[^>]*>|<!DOCTYPE\b[^>[]*(?:\[[^\]]*\][^>]*)?>|\s)*/i;
const BYTE_ORDER_MARK = /^\ufeff/;

/** Entities, and what else a document type defines. Illustrator writes them unless it is told not to. */
// A bound for each repetition, here and below: a file of nothing but beginnings must not take its square in time.
const DEFINITIONS = [/<!ENTITY\b/i, /<!DOCTYPE\b[^>[]{0,1000}\[/i] as const;

/**
 * What a picture does not need: code, and whatever is fetched or stands for something else. Rasterising runs none of it
 * and reads nothing; it is refused so that nobody wonders why it is missing.
 */
const ACTIVE = [
  /<\?xml-stylesheet\b/i,
  /<(?:[\w-]{1,50}:)?(?:script|foreignObject|image|feImage|iframe|object|embed|audio|video|include)\b/i,
  /\son\w{1,50} ?=/i,
  /(?:href|src) ?= ?(?:" ?[^#" ]|' ?[^#' ])/i,
  /url\( ?(?:["']|&quot;|&apos;)? ?(?!["'#) ]|&quot;#|&apos;#)/i,
  /@import\b/i,
  /javascript:/i,
] as const;

function withoutComments(text: string): string {
  const [head = '', ...rest] = text.split('<!--');
  const after = rest.map((part) => {
    const end = part.indexOf('-->');
    return end < 0 ? '' : part.slice(end + 3);
  });
  return head + after.join('');
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The one thing that it throws for: these bytes are no text.
    return null;
  }
}

/** The text of an SVG in UTF-8, without comments and with blanks made one; null for anything else, a compressed SVG too. */
export function svgText(bytes: Buffer): string | null {
  const text = withoutComments(decode(bytes) ?? '')
    .replace(BYTE_ORDER_MARK, '')
    .replace(/\s+/g, ' ');
  return /^<(?:[\w-]{1,50}:)?svg[ >/]/i.test(text.replace(PROLOGUE, '')) ? text : null;
}

const hasAny = (text: string, patterns: readonly RegExp[]): boolean =>
  patterns.some((pattern) => pattern.test(text));

/** Returns what an SVG holds besides shapes and letters; null for one that is only a drawing. */
export function beyondDrawing(text: string): 'definitions' | 'active' | null {
  if (hasAny(text, ACTIVE)) return 'active';
  return hasAny(text, DEFINITIONS) ? 'definitions' : null;
}

/** A logo drawn by hand has hundreds of elements, and some words. */
const ELEMENTS_MAX = 10_000;
const LETTERS_MAX = 20_000;

/** What is written between tags, style sheets too; a section of plain text counts whole. */
const lettersOf = (part: string): number =>
  part.startsWith('!') ? part.length : Math.max(0, part.length - part.indexOf('>') - 1);

/** True when there is no more of it to draw than a logo has: setting 200 kB of letters takes a gigabyte. */
export function isModestSvg(text: string): boolean {
  const parts = text.split('<').slice(1);
  const letters = parts.reduce((sum, part) => sum + lettersOf(part), 0);
  return parts.length <= 2 * ELEMENTS_MAX && letters <= LETTERS_MAX;
}
