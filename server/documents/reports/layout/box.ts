import { type Sheet, drawArtifact, openTag } from './sheet.ts';
import { COLOURS, PAGE, STYLES, TEXT_WIDTH, type TextStyle } from './style.ts';
import { drawLines, flowLines, wrapText } from './text.ts';

const PAD = 7;
const BAR = 4;
/**
 * Maximum number of lines of a text that is printed in large letters. A longer text of at most MAX_BOLD_LINES lines is bold, and
 * an even longer text has normal letters.
 */
const MAX_LARGE_LINES = 2;
const MAX_BOLD_LINES = 8;

function drawFrame({ doc }: Sheet, top: number, height: number): void {
  doc.lineWidth(0.8).rect(PAGE.left, top, TEXT_WIDTH, height).fillAndStroke(COLOURS.shade, COLOURS.accent);
  doc.rect(PAGE.left, top, BAR, height).fill(COLOURS.accent);
}

function layOutBoxText(sheet: Sheet, text: string, width: number): { lines: string[]; style: TextStyle } {
  const large = wrapText(sheet, text, STYLES.verdict, width);
  if (large.length <= MAX_LARGE_LINES) return { lines: large, style: STYLES.verdict };
  const lines = wrapText(sheet, text, STYLES.strong, width);
  if (lines.length <= MAX_BOLD_LINES) return { lines, style: STYLES.strong };
  return { lines: wrapText(sheet, text, STYLES.body, width), style: STYLES.body };
}

/** Draws a text in a frame. A text over several pages gets a frame on each page. */
export function drawBox(sheet: Sheet, text: string): void {
  const x = PAGE.left + BAR + PAD;
  const { lines, style } = layOutBoxText(sheet, text, TEXT_WIDTH - BAR - 2 * PAD);
  const element = openTag(sheet, sheet.root, 'P');
  flowLines(sheet, { lines, leading: style.leading, inset: PAD }, (part) => {
    const { y } = sheet;
    drawArtifact(sheet, () => drawFrame(sheet, y - PAD, part.length * style.leading + 2 * PAD));
    element.add(() => drawLines(sheet, part, style, { x, y }));
  });
  element.end();
  sheet.y += 4;
}

/** Height in points that must be free below a heading above a box. */
export const BOX_MIN_HEIGHT = 2 * PAD + 2 * STYLES.verdict.leading;
