import type { Sheet } from './sheet.ts';
import { TEXT_STYLES, TEXT_WIDTH } from './style.ts';
import { drawHeading, textHeight, wrapText, drawWrappedLines } from './text.ts';

/** Height in points that must be free below a heading: three lines of text. */
const MIN_SPACE_BELOW_HEADING = 3 * TEXT_STYLES.body.leading;
const MAX_SHORT_TEXT_LINES = 5;
const ENTRY_SPACE_BEFORE = 3;
const ENTRY_TITLE_SPACE = 1;
const ENTRY_SPACE_AFTER = 2;

export const drawSectionHeading = (sheet: Sheet, text: string, keep = MIN_SPACE_BELOW_HEADING): void =>
  drawHeading(sheet, 'H2', { text, style: TEXT_STYLES.section }, { keep, before: 6, after: 3 });

export interface SectionEntry {
  readonly title: string;
  readonly text: string;
  /** Height in points of the content after the text. A text of few lines stays on the same page as this content. */
  readonly tail?: number;
}

/** Returns the height in points that must be free below the title for the first lines of the text. */
const heightKeptTogether = (lines: readonly string[], tail: number): number =>
  lines.length <= MAX_SHORT_TEXT_LINES
    ? lines.length * TEXT_STYLES.body.leading + ENTRY_SPACE_AFTER + tail
    : MIN_SPACE_BELOW_HEADING;

/**
 * Returns the height in points that must be free below a heading if this entry follows the heading: the height of the entry's
 * title, which may take several lines, and of the first lines of its text.
 */
export const sectionEntryMinHeight = (sheet: Sheet, { title, text, tail = 0 }: SectionEntry): number =>
  ENTRY_SPACE_BEFORE +
  textHeight(sheet, title, TEXT_STYLES.item) +
  ENTRY_TITLE_SPACE +
  heightKeptTogether(wrapText(sheet, text, TEXT_STYLES.body, TEXT_WIDTH), tail);

export function drawSectionEntry(
  sheet: Sheet,
  level: 'H2' | 'H3',
  { title, text, tail = 0 }: SectionEntry,
): void {
  const lines = wrapText(sheet, text, TEXT_STYLES.body, TEXT_WIDTH);
  const place = {
    keep: heightKeptTogether(lines, tail),
    before: ENTRY_SPACE_BEFORE,
    after: ENTRY_TITLE_SPACE,
  };
  drawHeading(sheet, level, { text: title, style: TEXT_STYLES.item }, place);
  drawWrappedLines(sheet, lines, TEXT_STYLES.body, { after: ENTRY_SPACE_AFTER });
}
