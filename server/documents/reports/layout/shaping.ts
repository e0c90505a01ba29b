/**
 * Glyph with its outline, its width in thousandths of the font size, and the code points that screen readers read and users
 * copy.
 */
interface Glyph {
  readonly id: number;
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
}
interface GlyphPosition {
  readonly xAdvance: number;
  readonly yAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}
interface GlyphRun {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly GlyphPosition[];
  readonly advanceWidth: number;
}
export interface ParsedFont {
  hasGlyphForCodePoint(codePoint: number): boolean;
  getGlyph(id: number, codePoints?: readonly number[]): Glyph;
  layout(text: string, features?: unknown): GlyphRun;
}
type LayOutText = ParsedFont['layout'];

/**
 * Returns a font whose glyphs have the code points of the current text. Fontkit caches a glyph with the code points of its
 * first use, so that an earlier document would change the text of a later document.
 */
const createFontWithOwnCodePoints = (parsed: ParsedFont): ParsedFont =>
  Object.create(parsed, {
    getGlyph: {
      value: (id: number, codePoints: readonly number[] = []): Glyph =>
        Object.create(parsed.getGlyph(id), { codePoints: { value: codePoints } }) as Glyph,
    },
  }) as ParsedFont;

/**
 * Matches a letter whose glyph does not depend on the rest of the word. Words with combining marks, other scripts or U+2044
 * (for fractions) are laid out by fontkit.
 */
const PLAIN_LETTER_PATTERN = /^(?![\p{M}\p{Cf}\u2044])[\p{Script=Latin}\p{Script=Common}]$/u;
/**
 * Maximum number of cached letter pairs. Documents use some hundreds of pairs; all letters of the fonts would form a million.
 */
const MAX_CACHED_PAIRS = 50_000;

const hasNoOffset = ({ xOffset, yOffset, yAdvance }: GlyphPosition): boolean =>
  xOffset === 0 && yOffset === 0 && yAdvance === 0;

/** Returns the glyph of the letter. Null if the letter has several glyphs or its glyph depends on the word. */
function findContextFreeGlyph(layout: LayOutText, code: number): Glyph | null {
  const letter = String.fromCodePoint(code);
  if (!PLAIN_LETTER_PATTERN.test(letter)) return null;
  const { glyphs, positions } = layout(letter);
  const [glyph] = glyphs;
  if (glyphs.length !== 1 || !glyph || !positions.every(hasNoOffset)) return null;
  return { id: glyph.id, advanceWidth: glyph.advanceWidth, codePoints: [code] };
}

/** Returns the kerning between two letters. Null if fontkit does not lay them out as two adjacent glyphs. */
function kerningOf(layout: LayOutText, first: Glyph, second: Glyph): number | null {
  const { glyphs, positions } = layout(String.fromCodePoint(...first.codePoints, ...second.codePoints));
  const areThey = glyphs.length === 2 && glyphs[0]?.id === first.id && glyphs[1]?.id === second.id;
  const [own, next] = positions;
  if (!areThey || !own || !positions.every(hasNoOffset) || next?.xAdvance !== second.advanceWidth)
    return null;
  return own.xAdvance - first.advanceWidth;
}

/** Returns a function that caches the results of `find`. When the cache has `most` entries, further results are not cached. */
function cacheResults<Found>(most: number, find: (key: number) => Found): (key: number) => Found {
  const known = new Map<number, Found>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = find(key);
    if (known.size < most) known.set(key, made);
    return made;
  };
}

const CODE_POINTS_MAX = 0x20_0000;

/**
 * Returns a layout function with the results of fontkit in a fraction of the time. It uses fontkit only once per letter and per
 * pair of letters. For a word with a ligature or a special letter it uses fontkit each time, because words are not cached.
 */
export function createFastTextLayout(parsed: ParsedFont): LayOutText {
  const shaping = createFontWithOwnCodePoints(parsed);
  const layOut: LayOutText = (text) => shaping.layout(text);
  const letterOf = cacheResults(CODE_POINTS_MAX, (code) => findContextFreeGlyph(layOut, code));
  const distanceOf = cacheResults(MAX_CACHED_PAIRS, (pair) => {
    const [first, second] = [letterOf(Math.floor(pair / CODE_POINTS_MAX)), letterOf(pair % CODE_POINTS_MAX)];
    return first && second && kerningOf(layOut, first, second);
  });
  return (text) => {
    const glyphs: Glyph[] = [];
    const positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[] = [];
    let [before, advanceWidth] = [0, 0];
    for (const char of text) {
      const code = char.codePointAt(0) ?? 0;
      const glyph = letterOf(code);
      const last = positions.at(-1);
      const distance = last ? distanceOf(before * CODE_POINTS_MAX + code) : 0;
      if (glyph === null || distance === null) return layOut(text);
      if (last) last.xAdvance += distance;
      glyphs.push(glyph);
      // Each letter needs a new object, because pdfkit modifies the object.
      positions.push({ xAdvance: glyph.advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 });
      advanceWidth += distance + glyph.advanceWidth;
      before = code;
    }
    return { glyphs, positions, advanceWidth };
  };
}
