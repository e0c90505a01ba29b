import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Pdf from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { repeatableRandom } from '../../../demo/random.ts';
import { registerFonts } from './fonts.ts';

interface GlyphRun {
  readonly glyphs: readonly { readonly id: number; readonly codePoints: readonly number[] }[];
  readonly positions: readonly {
    readonly xAdvance: number;
    readonly xOffset: number;
    readonly yOffset: number;
  }[];
  readonly advanceWidth: number;
}
interface Font {
  readonly characterSet: readonly number[];
  layout(text: string): GlyphRun;
}

function fontOf(doc: PDFKit.PDFDocument): Font {
  const { _font: inUse } = doc as unknown as { readonly _font: { readonly font: Font } };
  return inUse.font;
}
const require = createRequire(import.meta.url);
const TESTED_FONT_FILES = {
  regular: '400Regular/SourceSans3_400Regular.ttf',
  bold: '600SemiBold/SourceSans3_600SemiBold.ttf',
} as const;

/** Returns the font as pdfkit loads it, with fontkit's layout. */
const openFontkitFont = (file: string): Font =>
  fontOf(new Pdf().font(readFileSync(require.resolve(`@expo-google-fonts/source-sans-3/${file}`))));

function openRegisteredFont(weight: keyof typeof TESTED_FONT_FILES): Font {
  const doc = new Pdf();
  registerFonts(doc);
  return fontOf(doc.font(weight));
}

const glyphsOf = ({ glyphs, positions, advanceWidth }: GlyphRun) => ({
  ids: glyphs.map(({ id }) => id),
  places: positions.map(({ xAdvance, xOffset, yOffset }) => [xAdvance, xOffset, yOffset]),
  advanceWidth,
});

const SAMPLE_TEXT =
  'Ñáñez AVATAR «Apto» 05/03/2026 12,5 N.º office flotante offset afftosa i\u0301\u0323 1\u20442 Łódź ½ Ана Ωmega ≥ x\u00a0y';

describe('P10.11 glyph layout in comparison with fontkit', () => {
  it.each(['regular', 'bold'] as const)(
    "the glyph layout of the %s font equals fontkit's layout for ligatures, kerning, marks, fractions and other scripts",
    (weight) => {
      const [own, theirs] = [openRegisteredFont(weight), openFontkitFont(TESTED_FONT_FILES[weight])];
      for (const word of SAMPLE_TEXT.split(' '))
        expect([word, glyphsOf(own.layout(word))]).toEqual([word, glyphsOf(theirs.layout(word))]);
    },
  );

  it.each(['regular', 'bold'] as const)(
    "the glyph layout of the %s font equals fontkit's layout for random words of the font's letters",
    (weight) => {
      const [own, theirs] = [openRegisteredFont(weight), openFontkitFont(TESTED_FONT_FILES[weight])];
      const random = repeatableRandom(11);
      // Excludes the soft hyphen, which is removed from every text before layout.
      const letters = own.characterSet.filter((code) => code > 32 && code !== 0xad);
      const latin = letters.filter((code) => code < 0x250);
      const pick = (from: readonly number[]) => from[random.below(from.length)] ?? 0;
      for (let round = 0; round < 60; round += 1) {
        const word = Array.from({ length: 1 + random.below(8) }, () =>
          String.fromCodePoint(pick(round % 3 === 0 ? letters : latin)),
        ).join('');
        expect([word, glyphsOf(own.layout(word))]).toEqual([word, glyphsOf(theirs.layout(word))]);
      }
    },
  );

  it('the glyph layout keeps the code points of letters that share a glyph, even if another such letter was laid out before', () => {
    const font = openRegisteredFont('regular');
    for (const word of ['5\u00b5g', '5\u03bcg', '5\u00b5g', 'o\ufb03ce', 'office'])
      expect(String.fromCodePoint(...font.layout(word).glyphs.flatMap(({ codePoints }) => codePoints))).toBe(
        word,
      );
  });
});
