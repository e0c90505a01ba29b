import type { CardText } from '#domain/card/capture.ts';
import type { LinesRead } from './read-lines.ts';

/**
 * Number of frames that must agree. Names have no check digit, so a single frame is not trusted; more frames are required when
 * a check fails, because some cards have wrong check digits printed.
 */
const FRAMES_CHECKED = 2;
const FRAMES_UNCHECKED = 5;

/** Text on which the frames so far agree. */
export interface Agreement {
  readonly text: CardText | null;
  readonly times: number;
}
export const NO_AGREEMENT: Agreement = { text: null, times: 0 };

/** Adds the reading of a frame. A text that repeats often enough is accepted; a frame without a reading changes nothing. */
export function agree(
  before: Agreement,
  read: LinesRead | null,
): { agreement: Agreement; believed: CardText | null } {
  if (read === null) return { agreement: before, believed: null };
  const agreement = { text: read.text, times: read.text === before.text ? before.times + 1 : 1 };
  const wanted = read.isChecked ? FRAMES_CHECKED : FRAMES_UNCHECKED;
  return { agreement, believed: agreement.times >= wanted ? read.text : null };
}
