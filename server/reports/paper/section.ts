import type { Sheet } from './sheet.ts';
import { STYLES, TEXT_WIDTH } from './style.ts';
import { heading, heightOf, wrap, wrapped } from './text.ts';

/** Points that a heading above a text must keep free on its page: three lines of the text. */
const TEXT_KEEP = 3 * STYLES.body.leading;
const SHORT_LINES = 5;
const BEFORE = 3;
const UNDER_TITLE = 1;
const AFTER = 2;

export const section = (sheet: Sheet, text: string, keep = TEXT_KEEP): void =>
  heading(sheet, 'H2', { text, style: STYLES.section }, { keep, before: 6, after: 3 });

export interface Entry {
  readonly title: string;
  readonly text: string;
  /** Points of content that belongs to the text; a short text stays on the same page with it. */
  readonly tail?: number;
}

/** Returns the points of the text that stay on the page of its title. */
const stored = (lines: readonly string[], tail: number): number =>
  lines.length <= SHORT_LINES ? lines.length * STYLES.body.leading + AFTER + tail : TEXT_KEEP;

/**
 * Returns the points that a heading above an entry must keep free: its title, which may be a long name, and the beginning of
 * its text.
 */
export const entryKeep = (sheet: Sheet, { title, text, tail = 0 }: Entry): number =>
  BEFORE +
  heightOf(sheet, title, STYLES.item) +
  UNDER_TITLE +
  stored(wrap(sheet, text, STYLES.body, TEXT_WIDTH), tail);

/** Draws a small heading and its text. */
export function entry(sheet: Sheet, level: 'H2' | 'H3', { title, text, tail = 0 }: Entry): void {
  const lines = wrap(sheet, text, STYLES.body, TEXT_WIDTH);
  const place = { keep: stored(lines, tail), before: BEFORE, after: UNDER_TITLE };
  heading(sheet, level, { text: title, style: STYLES.item }, place);
  wrapped(sheet, lines, STYLES.body, { after: AFTER });
}
