import type { CardText } from '#domain/card/capture.ts';
import type { LinesRead } from './read-lines.ts';

/** Names have no check digit, so that one frame is not believed; with a check that fails, as some cards have it printed, more are wanted. */
const FRAMES_CHECKED = 2;
const FRAMES_UNCHECKED = 5;

/** What the frames so far agree on. */
export interface Agreement {
  readonly text: CardText | null;
  readonly times: number;
}
export const NO_AGREEMENT: Agreement = { text: null, times: 0 };

/** The same text in a row is believed; a frame in which nothing was read takes nothing back. */
export function agree(
  before: Agreement,
  read: LinesRead | null,
): { agreement: Agreement; believed: CardText | null } {
  if (read === null) return { agreement: before, believed: null };
  const agreement = { text: read.text, times: read.text === before.text ? before.times + 1 : 1 };
  const wanted = read.isChecked ? FRAMES_CHECKED : FRAMES_UNCHECKED;
  return { agreement, believed: agreement.times >= wanted ? read.text : null };
}
