import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Pdf from 'pdfkit';
import { type ParsedFont, shaperOf } from './shaping.ts';
import type { TextStyle } from './style.ts';

type Weight = TextStyle['font'];

const require = createRequire(import.meta.url);
const FAMILY = '@expo-google-fonts/source-sans-3';
/** Complete alphabets, the same in both: a name may have letters that Spanish has not. */
const FILES: Readonly<Record<Weight, string>> = {
  regular: `${FAMILY}/400Regular/SourceSans3_400Regular.ttf`,
  bold: `${FAMILY}/600SemiBold/SourceSans3_600SemiBold.ttf`,
};

/** pdfkit's own font object holds what it parsed with fontkit. */
interface FontInUse {
  readonly _font: { readonly font: ParsedFont };
}

function open(weight: Weight): ParsedFont {
  const doc = new Pdf({ autoFirstPage: false }).font(readFileSync(require.resolve(FILES[weight])));
  const { _font: inUse } = doc as unknown as FontInUse;
  const parsed = inUse.font;
  return Object.create(parsed, { layout: { value: shaperOf(parsed) } }) as ParsedFont;
}

/** Read and parsed once a thread: to parse both takes longer than to write a document. */
const FONTS: Readonly<Record<Weight, ParsedFont>> = { regular: open('regular'), bold: open('bold') };

/** Makes both weights known to a document by their names. pdfkit takes a font that is open; its type does not say so. */
export function registerFonts(doc: PDFKit.PDFDocument): void {
  for (const [weight, font] of Object.entries(FONTS))
    doc.registerFont(weight, font as unknown as PDFKit.Mixins.PDFFontSource).font(weight);
}

/** Whether the fonts have a letter for the code point. pdfkit sets an empty frame for one that they have not, and does not say so. */
export const canSet = (codePoint: number): boolean => FONTS.regular.hasGlyphForCodePoint(codePoint);
