import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Pdf from 'pdfkit';
import { type ParsedFont, createFastTextLayout } from './shaping.ts';
import type { TextStyle } from './style.ts';

type FontWeight = TextStyle['font'];

const require = createRequire(import.meta.url);
const FONT_PACKAGE = '@expo-google-fonts/source-sans-3';
/**
 * Font files with complete alphabets, because names may contain letters that Spanish does not have. Both weights have the same
 * letters.
 */
const FONT_FILES: Readonly<Record<FontWeight, string>> = {
  regular: `${FONT_PACKAGE}/400Regular/SourceSans3_400Regular.ttf`,
  bold: `${FONT_PACKAGE}/600SemiBold/SourceSans3_600SemiBold.ttf`,
};

interface DocumentWithFont {
  readonly _font: { readonly font: ParsedFont };
}

function openFont(weight: FontWeight): ParsedFont {
  const doc = new Pdf({ autoFirstPage: false }).font(readFileSync(require.resolve(FONT_FILES[weight])));
  const { _font: inUse } = doc as unknown as DocumentWithFont;
  const parsed = inUse.font;
  return Object.create(parsed, { layout: { value: createFastTextLayout(parsed) } }) as ParsedFont;
}

/** Fonts of this thread. They are parsed only once, because parsing takes longer than writing a document. */
const FONTS: Readonly<Record<FontWeight, ParsedFont>> = {
  regular: openFont('regular'),
  bold: openFont('bold'),
};

/** Registers both weights under their names. pdfkit accepts a parsed font, although its type does not declare this. */
export function registerFonts(doc: PDFKit.PDFDocument): void {
  for (const [weight, font] of Object.entries(FONTS))
    doc.registerFont(weight, font as unknown as PDFKit.Mixins.PDFFontSource).font(weight);
}

/**
 * Returns true when the fonts have a glyph for the code point. For a missing glyph, pdfkit draws an empty frame without an
 * error.
 */
export const hasGlyph = (codePoint: number): boolean => FONTS.regular.hasGlyphForCodePoint(codePoint);
