import type { Sheet } from './sheet.ts';
import { STYLES, TEXT_WIDTH } from './style.ts';
import { drawHeading, textHeight, wrapText, drawWrappedLines } from './text.ts';

/** Height in points that must be free below a heading: three lines of text. */
const TEXT_SPACE_BELOW = 3 * STYLES.body.leading;
const MAX_SHORT_TEXT_LINES = 5;
const SPACE_BEFORE = 3;
const SPACE_UNDER_TITLE = 1;
const SPACE_AFTER = 2;

export const drawSectionHeading = (sheet: Sheet, text: string, keep = TEXT_SPACE_BELOW): void =>
  drawHeading(sheet, 'H2', { text, style: STYLES.section }, { keep, before: 6, after: 3 });

export interface SectionEntry {
  readonly title: string;
  readonly text: string;
  /** Height in points of the content after the text. A text of few lines stays on the same page as this content. */
  readonly tail?: number;
}

/** Returns the height in points that must be free below the title for the first lines of the text. */
const heightKeptTogether = (lines: readonly string[], tail: number): number =>
  lines.length <= MAX_SHORT_TEXT_LINES
    ? lines.length * STYLES.body.leading + SPACE_AFTER + tail
    : TEXT_SPACE_BELOW;

/**
 * Returns the height in points that must be free below a heading above this entry, for the entry's title and the first lines of
 * its text. The title may take several lines.
 */
export const entryMinHeight = (sheet: Sheet, { title, text, tail = 0 }: SectionEntry): number =>
  SPACE_BEFORE +
  textHeight(sheet, title, STYLES.item) +
  SPACE_UNDER_TITLE +
  heightKeptTogether(wrapText(sheet, text, STYLES.body, TEXT_WIDTH), tail);

export function drawEntry(sheet: Sheet, level: 'H2' | 'H3', { title, text, tail = 0 }: SectionEntry): void {
  const lines = wrapText(sheet, text, STYLES.body, TEXT_WIDTH);
  const place = { keep: heightKeptTogether(lines, tail), before: SPACE_BEFORE, after: SPACE_UNDER_TITLE };
  drawHeading(sheet, level, { text: title, style: STYLES.item }, place);
  drawWrappedLines(sheet, lines, STYLES.body, { after: SPACE_AFTER });
}
