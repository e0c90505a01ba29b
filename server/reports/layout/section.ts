import type { Sheet } from './sheet.ts';
import { STYLES, TEXT_WIDTH } from './style.ts';
import { drawHeading, textHeight, wrapText, drawWrappedLines } from './text.ts';

/** Points that a heading must find free below it on its page: three lines of text. */
const TEXT_KEEP = 3 * STYLES.body.leading;
const SHORT_LINES = 5;
const BEFORE = 3;
const UNDER_TITLE = 1;
const AFTER = 2;

export const drawSectionHeading = (sheet: Sheet, text: string, keep = TEXT_KEEP): void =>
  drawHeading(sheet, 'H2', { text, style: STYLES.section }, { keep, before: 6, after: 3 });

export interface SectionEntry {
  readonly title: string;
  readonly text: string;
  /** Height in points of content that follows the text. A short text stays on the page of this content. */
  readonly tail?: number;
}

/** Returns the height in points of the lines that must be on the page of the title. */
const stored = (lines: readonly string[], tail: number): number =>
  lines.length <= SHORT_LINES ? lines.length * STYLES.body.leading + AFTER + tail : TEXT_KEEP;

/**
 * Returns the height in points that must be free below a heading above this entry: its title, which may be a long name, and the
 * first lines of its text.
 */
export const entryMinHeight = (sheet: Sheet, { title, text, tail = 0 }: SectionEntry): number =>
  BEFORE +
  textHeight(sheet, title, STYLES.item) +
  UNDER_TITLE +
  stored(wrapText(sheet, text, STYLES.body, TEXT_WIDTH), tail);

/** Draws a small heading and its text. */
export function drawEntry(sheet: Sheet, level: 'H2' | 'H3', { title, text, tail = 0 }: SectionEntry): void {
  const lines = wrapText(sheet, text, STYLES.body, TEXT_WIDTH);
  const place = { keep: stored(lines, tail), before: BEFORE, after: UNDER_TITLE };
  drawHeading(sheet, level, { text: title, style: STYLES.item }, place);
  drawWrappedLines(sheet, lines, STYLES.body, { after: AFTER });
}
