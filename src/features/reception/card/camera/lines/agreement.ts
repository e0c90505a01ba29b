import type { CardText } from '#domain/card/capture.ts';
import type { MrzLinesReading } from './read-lines.ts';

/**
 * Number of frames that must show the same text. One frame is not enough, because names have no check digit. A text with wrong
 * check digits needs more frames; it is not rejected, because some cards are printed with wrong digits.
 */
const FRAMES_IF_CHECK_DIGITS_RIGHT = 2;
const FRAMES_IF_CHECK_DIGITS_WRONG = 5;

/** Text of the last frame with a text, and the number of consecutive frames that showed this text. */
export interface FrameAgreement {
  readonly text: CardText | null;
  readonly times: number;
}
export const NO_FRAME_AGREEMENT: FrameAgreement = { text: null, times: 0 };

/**
 * Adds the text of a frame. Returns the text as `believed` once enough consecutive frames show it; frames without a text are
 * skipped.
 */
export function addFrameReading(
  before: FrameAgreement,
  read: MrzLinesReading | null,
): { agreement: FrameAgreement; believed: CardText | null } {
  if (read === null) return { agreement: before, believed: null };
  const agreement = { text: read.text, times: read.text === before.text ? before.times + 1 : 1 };
  const wanted = read.isChecked ? FRAMES_IF_CHECK_DIGITS_RIGHT : FRAMES_IF_CHECK_DIGITS_WRONG;
  return { agreement, believed: agreement.times >= wanted ? read.text : null };
}
