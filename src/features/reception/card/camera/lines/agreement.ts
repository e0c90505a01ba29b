import type { CardText } from '#domain/card/capture.ts';
import type { MrzLinesReading } from './read-lines.ts';

/**
 * Number of frames that must show the same text. One frame is not enough, because names have no check digit. A text with wrong
 * check digits needs more frames; it is not rejected, because some cards are printed with wrong digits.
 */
const FRAMES_IF_CHECK_DIGITS_RIGHT = 2;
const FRAMES_IF_CHECK_DIGITS_WRONG = 5;

/**
 * Returns a function that takes the lines of one frame after another, and returns their text once enough consecutive frames show
 * it; frames without lines are skipped.
 */
export function createFrameAgreement(): (read: MrzLinesReading | null) => CardText | null {
  let [last, times]: [CardText | null, number] = [null, 0];
  return (read) => {
    if (read === null) return null;
    times = read.text === last ? times + 1 : 1;
    last = read.text;
    return times >= (read.isChecked ? FRAMES_IF_CHECK_DIGITS_RIGHT : FRAMES_IF_CHECK_DIGITS_WRONG)
      ? last
      : null;
  };
}
