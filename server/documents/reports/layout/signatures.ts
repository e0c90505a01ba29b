import { SIGNATURE_SIZE, drawFigure } from './pictures.ts';
import { type Sheet, ensureHeight, drawRule, openTag } from './sheet.ts';
import { COLOURS, PAGE, TEXT_STYLES, TEXT_WIDTH, type TextStyle } from './style.ts';
import { drawTextLines, wrapText } from './text.ts';

export interface PrintedSignature {
  readonly caption: string;
  readonly picture: Buffer | null;
  readonly alt: string;
  readonly name: string;
  readonly details: readonly string[];
}

export interface SignatureAside {
  readonly width: number;
  readonly height: number;
  draw(x: number, y: number): void;
}

const SIGNATURE_GAP = 30;
/** Gap in points between the columns of a row with three columns. */
const NARROW_SIGNATURE_GAP = 16;
const signatureWidthOf = (aside: SignatureAside | null): number =>
  aside ? (TEXT_WIDTH - aside.width - 2 * NARROW_SIGNATURE_GAP) / 2 : (TEXT_WIDTH - SIGNATURE_GAP) / 2;
const NO_PICTURE_TEXT = 'Sin imagen de firma registrada';

interface SignatureTextBlock {
  readonly text: readonly string[];
  readonly style: TextStyle;
}

interface PlacedSignature {
  readonly signature: PrintedSignature;
  readonly x: number;
  readonly width: number;
  readonly caption: readonly string[];
  readonly below: readonly SignatureTextBlock[];
}

const textBlocksHeight = (blocks: readonly SignatureTextBlock[]) =>
  blocks.reduce((sum, { text, style }) => sum + text.length * style.leading, 0);

function layOutSignature(
  sheet: Sheet,
  signature: PrintedSignature,
  x: number,
  width: number,
): PlacedSignature {
  const lines = (text: string, style: TextStyle): SignatureTextBlock => ({
    text: wrapText(sheet, text, style, width),
    style,
  });
  return {
    signature,
    x,
    width,
    caption: wrapText(sheet, signature.caption, TEXT_STYLES.small, width),
    below: [
      lines(signature.name, TEXT_STYLES.strong),
      ...signature.details.map((detail) => lines(detail, TEXT_STYLES.small)),
    ],
  };
}

function drawPlacedSignature(
  sheet: Sheet,
  { signature, x, width, caption, below }: PlacedSignature,
  captionHeight: number,
): void {
  const top = sheet.y + captionHeight + 2;
  const words = openTag(sheet, sheet.root, 'P');
  words.add(() => drawTextLines(sheet, caption, TEXT_STYLES.small, { x, y: sheet.y }));
  words.end();
  if (signature.picture)
    drawFigure(sheet, signature.picture, { x, y: top, ...SIGNATURE_SIZE }, { alt: signature.alt });
  const line = top + SIGNATURE_SIZE.height + 3;
  drawRule(sheet, { y: line, left: x, right: x + width }, COLOURS.ink);
  const who = openTag(sheet, sheet.root, 'P');
  who.add(() => {
    if (!signature.picture) drawTextLines(sheet, [NO_PICTURE_TEXT], TEXT_STYLES.small, { x, y: line - 14 });
    let y = line + 4;
    for (const block of below) {
      drawTextLines(sheet, block.text, block.style, { x, y });
      y += textBlocksHeight([block]);
    }
  });
  who.end();
}

type SignaturePair = readonly [PrintedSignature, PrintedSignature];

interface PlacedPair {
  readonly laid: readonly PlacedSignature[];
  readonly step: number;
  readonly captionHeight: number;
  readonly height: number;
}

function placePair(sheet: Sheet, pair: SignaturePair, aside: SignatureAside | null): PlacedPair {
  const width = signatureWidthOf(aside);
  const step = width + (aside ? NARROW_SIGNATURE_GAP : SIGNATURE_GAP);
  const laid = pair.map((signature, index) =>
    layOutSignature(sheet, signature, PAGE.left + index * step, width),
  );
  const captionHeight = Math.max(...laid.map(({ caption }) => caption.length)) * TEXT_STYLES.small.leading;
  const below = Math.max(...laid.map((one) => textBlocksHeight(one.below)));
  const height = Math.max(captionHeight + SIGNATURE_SIZE.height + 9 + below, aside?.height ?? 0);
  return { laid, step, captionHeight, height };
}

const SIGNATURES_SPACE_BEFORE = 6;
const SIGNATURES_SPACE_AFTER = 2;

/** Returns the height of the signatures in points. Content that must be on the same page as the signatures uses this height. */
export const signaturesHeight = (sheet: Sheet, pair: SignaturePair, aside: SignatureAside | null): number =>
  SIGNATURES_SPACE_BEFORE + placePair(sheet, pair, aside).height + SIGNATURES_SPACE_AFTER;

/**
 * Draws two signatures side by side; a page break never splits them.
 * @param keep height in points of the following content that must be on the same page
 */
export function drawSignatures(
  sheet: Sheet,
  pair: SignaturePair,
  { aside = null, keep = 0 }: { aside?: SignatureAside | null; keep?: number } = {},
): void {
  const { laid, step, captionHeight, height } = placePair(sheet, pair, aside);
  sheet.y += SIGNATURES_SPACE_BEFORE;
  ensureHeight(sheet, height + SIGNATURES_SPACE_AFTER + keep);
  for (const one of laid) drawPlacedSignature(sheet, one, captionHeight);
  aside?.draw(PAGE.left + 2 * step, sheet.y);
  sheet.y += height + SIGNATURES_SPACE_AFTER;
}
