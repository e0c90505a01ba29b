/** A letter as it is set: which outline, how wide in thousandths of the size, and what it is read and copied as. */
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
/** As much of fontkit's font as is asked for here. */
export interface ParsedFont {
  hasGlyphForCodePoint(codePoint: number): boolean;
  getGlyph(id: number, codePoints?: readonly number[]): Glyph;
  layout(text: string, features?: unknown): Run;
}
type Layout = ParsedFont['layout'];

/**
 * Fontkit keeps a glyph with the letters that it stood for first; here each time with its own, so that what was printed
 * before changes no document.
 */
const withOwnLetters = (parsed: ParsedFont): ParsedFont =>
  Object.create(parsed, {
    getGlyph: {
      value: (id: number, codePoints: readonly number[] = []): Glyph =>
        Object.create(parsed.getGlyph(id), { codePoints: { value: codePoints } }) as Glyph,
    },
  }) as ParsedFont;

/** Set alike in any word. Marks, other scripts and U+2044, which makes fractions, are fontkit's with all of their word. */
const PLAIN = /^(?![\p{M}\p{Cf}\u2044])[\p{Script=Latin}\p{Script=Common}]$/u;
/** Some documents have hundreds; the alphabet would have a million. */
const PAIRS_MAX = 50_000;

const isUnmoved = ({ xOffset, yOffset, yAdvance }: Position): boolean =>
  xOffset === 0 && yOffset === 0 && yAdvance === 0;

/** The letter's glyph; null where it is not one, or not set alike in any word. */
function look(layout: Layout, code: number): Glyph | null {
  const letter = String.fromCodePoint(code);
  if (!PLAIN.test(letter)) return null;
  const { glyphs, positions } = layout(letter);
  const [glyph] = glyphs;
  if (glyphs.length !== 1 || !glyph || !positions.every(isUnmoved)) return null;
  return { id: glyph.id, advanceWidth: glyph.advanceWidth, codePoints: [code] };
}

/** How much further from the first letter the second one stands; null where they are more than two glyphs side by side. */
function kern(layout: Layout, first: Glyph, second: Glyph): number | null {
  const { glyphs, positions } = layout(String.fromCodePoint(...first.codePoints, ...second.codePoints));
  const areThey = glyphs.length === 2 && glyphs[0]?.id === first.id && glyphs[1]?.id === second.id;
  const [own, next] = positions;
  if (!areThey || !own || !positions.every(isUnmoved) || next?.xAdvance !== second.advanceWidth) return null;
  return own.xAdvance - first.advanceWidth;
}

/** What `find` finds, remembered; beyond `most` it is found anew each time. */
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

/** More than the code points that there are. */
const BEYOND = 0x20_0000;

/**
 * Sets words as the font itself does, in a fraction of the time: it is asked for each letter and each pair of letters once.
 * A word with a ligature, or with a letter that is not plain, is asked for as a whole. No word is kept.
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
      // Of its own: pdfkit writes into it.
      positions.push({ xAdvance: glyph.advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 });
      advanceWidth += distance + glyph.advanceWidth;
      before = code;
    }
    return { glyphs, positions, advanceWidth };
  };
}
