import type { Sheet } from './sheet.ts';
import { STYLES } from './style.ts';
import { heading, paragraph } from './text.ts';

/** Points that a heading above a text has to keep: three of its lines. */
export const TEXT_KEEP = 3 * STYLES.body.leading;

export const section = (sheet: Sheet, text: string, keep = TEXT_KEEP): void =>
  heading(sheet, 'H2', { text, style: STYLES.section }, { keep, before: 8, after: 3 });

/** A small heading and its text. */
export function entry(sheet: Sheet, level: 'H2' | 'H3', title: string, text: string): void {
  heading(sheet, level, { text: title, style: STYLES.item }, { keep: TEXT_KEEP, before: 3, after: 1 });
  paragraph(sheet, text, STYLES.body, { after: 4 });
}
