import { type Sheet, artifact, ensure, tag } from '../paper/sheet.ts';
import { COLOURS, PAGE, STYLES, TEXT_WIDTH } from '../paper/style.ts';
import { drawLines, wrap } from '../paper/text.ts';

const GAP = 10;
/** Room above the lines for what is written on them by hand. */
const HAND = 18;
const BELOW = STYLES.label.leading + 2;
/** The words stand before the lines, in this share of the width. */
const WORDS = 0.22;
/** What is asked for, by its share of the width. */
const FIELDS = [
  { label: 'nombre', share: 0.3 },
  { label: 'fecha y hora', share: 0.18 },
  { label: 'firma', share: 0.3 },
] as const;

/** Points that signatures above it have to keep. */
export const EMPTY_LINE_KEEP = HAND + BELOW;

/** Words before three lines to be filled in by hand, never cut by the end of a page. */
export function emptyLine(sheet: Sheet, words: string): void {
  const { leading } = STYLES.smallStrong;
  const lines = wrap(sheet, words, STYLES.smallStrong, WORDS * TEXT_WIDTH - GAP);
  const line = Math.max(HAND, lines.length * leading);
  ensure(sheet, line + BELOW);
  const y = sheet.y + line;
  const element = tag(sheet, sheet.root, 'P');
  element.add(() =>
    drawLines(sheet, lines, STYLES.smallStrong, { x: PAGE.left, y: y - lines.length * leading + 2 }),
  );
  let x = PAGE.left + WORDS * TEXT_WIDTH;
  for (const { label, share } of FIELDS) {
    const [from, to] = [x, x + share * TEXT_WIDTH - GAP];
    artifact(sheet, () => sheet.doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).stroke(COLOURS.ink));
    element.add(() => drawLines(sheet, [label], STYLES.label, { x: from, y: y + 2 }));
    x += share * TEXT_WIDTH;
  }
  element.end();
  sheet.y = y + BELOW;
}
