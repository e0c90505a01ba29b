import { extractCardText, type CardText } from '#domain/card/capture.ts';
import {
  mrzColumnCharacterSets,
  failedMrzChecks,
  MRZ_CHARACTERS,
  type MrzCharacterSet,
  type MrzKind,
} from '#domain/card/mrz-layout.ts';
import type { GrayPicture } from '../gray-picture.ts';
import { POINTS_PER_CELL, characterCells } from './cells.ts';
import { scoreCharactersOfCell, decodeCharacterNet, RECOGNISED_CHARACTERS } from './net.ts';
import { findMrzRows, type MrzRow } from './rows.ts';
import stored from './net.json' with { type: 'json' };

const characterNet = decodeCharacterNet(stored);

function selectBestCharacter(judged: Float32Array, alphabet: MrzCharacterSet): string {
  let [best, most] = ['<', Number.NEGATIVE_INFINITY];
  for (const [index, sign] of Array.from(RECOGNISED_CHARACTERS).entries())
    if (MRZ_CHARACTERS[alphabet].includes(sign) && (judged[index] ?? 0) > most)
      [best, most] = [sign, judged[index] ?? 0];
  return best;
}

function readMrzRowsText(picture: GrayPicture, rows: readonly MrzRow[]): string {
  const kind: MrzKind = rows.length === 3 ? 'TD1' : 'TD3';
  const columns = mrzColumnCharacterSets(kind);
  let text = '';
  for (const row of rows) {
    const cells = characterCells(picture, row);
    for (let sign = 0; sign < row.signs; sign += 1)
      text += selectBestCharacter(
        scoreCharactersOfCell(characterNet, cells, sign * POINTS_PER_CELL),
        columns[text.length] ?? 'any',
      );
  }
  return text;
}

interface MrzLinesReading {
  readonly text: CardText;
  readonly isChecked: boolean;
}

/** Reads the machine-readable lines of a card or passport; null if the image shows none. */
export function readMrzLines(picture: GrayPicture): MrzLinesReading | null {
  const rows = findMrzRows(picture);
  if (rows.length === 0) return null;
  const text = extractCardText(readMrzRowsText(picture, rows));
  return text && { text, isChecked: failedMrzChecks(rows.length === 3 ? 'TD1' : 'TD3', text).length === 0 };
}

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
