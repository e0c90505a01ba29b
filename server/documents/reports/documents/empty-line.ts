import { type Sheet, drawArtifact, ensureHeight, openTag } from '../layout/sheet.ts';
import { COLOURS, PAGE, TEXT_STYLES, TEXT_WIDTH } from '../layout/style.ts';
import { drawTextLines, wrapText } from '../layout/text.ts';

const GAP_WIDTH = 10;
/** Height in points of the space for handwriting above each line. */
const HANDWRITING_HEIGHT = 18;
const LABEL_SPACE = TEXT_STYLES.label.leading + 2;
/** Share of the text width that the printed text takes, to the left of the lines. */
const PRINTED_TEXT_SHARE = 0.22;
/** Labels below the lines to fill in; `share` is each line's share of the text width. */
const HANDWRITING_LINES = [
  { label: 'nombre', share: 0.3 },
  { label: 'fecha y hora', share: 0.18 },
  { label: 'firma', share: 0.3 },
] as const;

/** Height in points that must stay free below the signatures, so that the first empty line is on the page of the signatures. */
export const EMPTY_LINE_MIN_HEIGHT = HANDWRITING_HEIGHT + LABEL_SPACE;

/** Draws the printed text and three lines to fill in by hand, all on one page. */
export function drawHandwritingLines(sheet: Sheet, words: string): void {
  const { leading } = TEXT_STYLES.smallStrong;
  const lines = wrapText(sheet, words, TEXT_STYLES.smallStrong, PRINTED_TEXT_SHARE * TEXT_WIDTH - GAP_WIDTH);
  const line = Math.max(HANDWRITING_HEIGHT, lines.length * leading);
  ensureHeight(sheet, line + LABEL_SPACE);
  const y = sheet.y + line;
  const element = openTag(sheet, sheet.root, 'P');
  element.add(() =>
    drawTextLines(sheet, lines, TEXT_STYLES.smallStrong, { x: PAGE.left, y: y - lines.length * leading + 2 }),
  );
  let x = PAGE.left + PRINTED_TEXT_SHARE * TEXT_WIDTH;
  for (const { label, share } of HANDWRITING_LINES) {
    const [from, to] = [x, x + share * TEXT_WIDTH - GAP_WIDTH];
    drawArtifact(sheet, () => sheet.doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).stroke(COLOURS.ink));
    element.add(() => drawTextLines(sheet, [label], TEXT_STYLES.label, { x: from, y: y + 2 }));
    x += share * TEXT_WIDTH;
  }
  element.end();
  sheet.y = y + LABEL_SPACE;
}
