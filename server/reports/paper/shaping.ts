/**
 * Glyph of a letter: its outline, its width in thousandths of the font size, and the code points with which it is read and
 * copied.
 */
interface Glyph {
  readonly id: number;
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
}
interface Position {
  readonly xAdvance: number;
  readonly yAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}
interface Run {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly Position[];
  readonly advanceWidth: number;
}
/** The parts of fontkit’s font that are used here. */
export interface ParsedFont {
  hasGlyphForCodePoint(codePoint: number): boolean;
  getGlyph(id: number, codePoints?: readonly number[]): Glyph;
  layout(text: string, features?: unknown): Run;
}
type Layout = ParsedFont['layout'];

/**
 * Gives each glyph the letters of the current text. Fontkit caches a glyph with the letters of its first use, so earlier
 * documents would change later ones.
 */
const withOwnLetters = (parsed: ParsedFont): ParsedFont =>
  Object.create(parsed, {
    getGlyph: {
      value: (id: number, codePoints: readonly number[] = []): Glyph =>
        Object.create(parsed.getGlyph(id), { codePoints: { value: codePoints } }) as Glyph,
    },
  }) as ParsedFont;

/**
 * Letters that are set alike in any word. Words with marks, other scripts or U+2044, which makes fractions, are laid out
 * completely by fontkit.
 */
const PLAIN = /^(?![\p{M}\p{Cf}\u2044])[\p{Script=Latin}\p{Script=Common}]$/u;
/** Limit of cached pairs. Some documents have hundreds of pairs; the alphabet would have a million. */
const PAIRS_MAX = 50_000;

const isUnmoved = ({ xOffset, yOffset, yAdvance }: Position): boolean =>
  xOffset === 0 && yOffset === 0 && yAdvance === 0;

/** Returns the glyph of the letter; null when the letter is not one glyph or is not set alike in any word. */
function look(layout: Layout, code: number): Glyph | null {
  const letter = String.fromCodePoint(code);
  if (!PLAIN.test(letter)) return null;
  const { glyphs, positions } = layout(letter);
  const [glyph] = glyphs;
  if (glyphs.length !== 1 || !glyph || !positions.every(isUnmoved)) return null;
  return { id: glyph.id, advanceWidth: glyph.advanceWidth, codePoints: [code] };
}

/** Returns the kerning between the first letter and the second; null when the pair is not set as two adjacent glyphs. */
function kern(layout: Layout, first: Glyph, second: Glyph): number | null {
  const { glyphs, positions } = layout(String.fromCodePoint(...first.codePoints, ...second.codePoints));
  const areThey = glyphs.length === 2 && glyphs[0]?.id === first.id && glyphs[1]?.id === second.id;
  const [own, next] = positions;
  if (!areThey || !own || !positions.every(isUnmoved) || next?.xAdvance !== second.advanceWidth) return null;
  return own.xAdvance - first.advanceWidth;
}

/** Caches the results of `find`; beyond `most` entries, results are computed each time. */
function remembered<Found>(most: number, find: (key: number) => Found): (key: number) => Found {
  const known = new Map<number, Found>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = find(key);
    if (known.size < most) known.set(key, made);
    return made;
  };
}

/** Larger than any code point. */
const BEYOND = 0x20_0000;

/**
 * Lays out words like the font, in a fraction of the time, because the font is queried once per letter and per pair of letters.
 * A word with a ligature or with a letter that is not plain is laid out as a whole. No word is cached.
 */
export function shaperOf(parsed: ParsedFont): Layout {
  const shaping = withOwnLetters(parsed);
  const whole: Layout = (text) => shaping.layout(text);
  const letterOf = remembered(BEYOND, (code) => look(whole, code));
  const distanceOf = remembered(PAIRS_MAX, (pair) => {
    const [first, second] = [letterOf(Math.floor(pair / BEYOND)), letterOf(pair % BEYOND)];
    return first && second && kern(whole, first, second);
  });
  return (text) => {
    const glyphs: Glyph[] = [];
    const positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[] = [];
    let [before, advanceWidth] = [0, 0];
    for (const char of text) {
      const code = char.codePointAt(0) ?? 0;
      const glyph = letterOf(code);
      const last = positions.at(-1);
      const distance = last ? distanceOf(before * BEYOND + code) : 0;
      if (glyph === null || distance === null) return whole(text);
      if (last) last.xAdvance += distance;
      glyphs.push(glyph);
      // Each position is a new object, because pdfkit modifies it.
      positions.push({ xAdvance: glyph.advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 });
      advanceWidth += distance + glyph.advanceWidth;
      before = code;
    }
    return { glyphs, positions, advanceWidth };
  };
}
