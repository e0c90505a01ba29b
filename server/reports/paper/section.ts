import type { Sheet } from './sheet.ts';
import { STYLES, TEXT_WIDTH } from './style.ts';
import { heading, wrap, wrapped } from './text.ts';

/** Points that a heading above a text has to keep: three of its lines. */
const TEXT_KEEP = 3 * STYLES.body.leading;
const SHORT_LINES = 5;
const AFTER = 2;
/** Points that a heading above an entry has to keep: its title, of two lines at most, and a short text. */
export const ENTRY_KEEP = 2 * STYLES.item.leading + SHORT_LINES * STYLES.body.leading + 2 * AFTER;

export const section = (sheet: Sheet, text: string, keep = TEXT_KEEP): void =>
  heading(sheet, 'H2', { text, style: STYLES.section }, { keep, before: 6, after: 3 });

export interface Entry {
  readonly title: string;
  readonly text: string;
  /** Points of what belongs to the text: stands on its page, where the text is short. */
  readonly tail?: number;
}

/** A small heading and its text. */
export function entry(sheet: Sheet, level: 'H2' | 'H3', { title, text, tail = 0 }: Entry): void {
  const lines = wrap(sheet, text, STYLES.body, TEXT_WIDTH);
  const keep = lines.length <= SHORT_LINES ? lines.length * STYLES.body.leading + AFTER + tail : TEXT_KEEP;
  heading(sheet, level, { text: title, style: STYLES.item }, { keep, before: 3, after: 1 });
  wrapped(sheet, lines, STYLES.body, { after: AFTER });
}
