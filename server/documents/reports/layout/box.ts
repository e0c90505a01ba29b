import { type Sheet, drawArtifact, openTag } from './sheet.ts';
import { COLOURS, PAGE, TEXT_STYLES, TEXT_WIDTH, type TextStyle } from './style.ts';
import { drawTextLines, flowLines, wrapText } from './text.ts';

const BOX_PADDING = 7;
const BOX_BAR_WIDTH = 4;
/**
 * Maximum number of lines of a text that is printed in large letters. A longer text of at most MAX_BOLD_LINES lines is bold, and
 * an even longer text has normal letters.
 */
const MAX_LARGE_LINES = 2;
const MAX_BOLD_LINES = 8;

function drawBoxFrame({ doc }: Sheet, top: number, height: number): void {
  doc.lineWidth(0.8).rect(PAGE.left, top, TEXT_WIDTH, height).fillAndStroke(COLOURS.shade, COLOURS.accent);
  doc.rect(PAGE.left, top, BOX_BAR_WIDTH, height).fill(COLOURS.accent);
}

function layOutBoxText(sheet: Sheet, text: string, width: number): { lines: string[]; style: TextStyle } {
  const large = wrapText(sheet, text, TEXT_STYLES.verdict, width);
  if (large.length <= MAX_LARGE_LINES) return { lines: large, style: TEXT_STYLES.verdict };
  const lines = wrapText(sheet, text, TEXT_STYLES.strong, width);
  if (lines.length <= MAX_BOLD_LINES) return { lines, style: TEXT_STYLES.strong };
  return { lines: wrapText(sheet, text, TEXT_STYLES.body, width), style: TEXT_STYLES.body };
}

/** Draws a text in a frame. A text over several pages gets a frame on each page. */
export function drawBox(sheet: Sheet, text: string): void {
  const x = PAGE.left + BOX_BAR_WIDTH + BOX_PADDING;
  const { lines, style } = layOutBoxText(sheet, text, TEXT_WIDTH - BOX_BAR_WIDTH - 2 * BOX_PADDING);
  const element = openTag(sheet, sheet.root, 'P');
  flowLines(sheet, { lines, leading: style.leading, inset: BOX_PADDING }, (part) => {
    const { y } = sheet;
    drawArtifact(sheet, () =>
      drawBoxFrame(sheet, y - BOX_PADDING, part.length * style.leading + 2 * BOX_PADDING),
    );
    element.add(() => drawTextLines(sheet, part, style, { x, y }));
  });
  element.end();
  sheet.y += 4;
}

/** Height in points that must be free below a heading if a box follows the heading. */
export const BOX_MIN_HEIGHT = 2 * BOX_PADDING + 2 * TEXT_STYLES.verdict.leading;
