import { cutToCardText, type CardText } from '#domain/card/capture.ts';
import { alphabets, failedChecks, SIGNS, type Alphabet, type MrzKind } from '#domain/card/mrz-layout.ts';
import type { GrayPicture } from '../gray-picture.ts';
import { CELL, cellsOf } from './cells.ts';
import { findRows } from './find-rows.ts';
import { judge, openNet, SIGNS_READ } from './net.ts';
import type { Row } from './rows.ts';
import stored from './net.json' with { type: 'json' };

const net = openNet(stored);

/** Returns the most likely character that is allowed in the column. */
function signOf(judged: Float32Array, alphabet: Alphabet): string {
  let [best, most] = ['<', Number.NEGATIVE_INFINITY];
  for (const [index, sign] of Array.from(SIGNS_READ).entries())
    if (SIGNS[alphabet].includes(sign) && (judged[index] ?? 0) > most)
      [best, most] = [sign, judged[index] ?? 0];
  return best;
}

/** Returns the characters of all rows as one text. */
function readRows(picture: GrayPicture, rows: readonly Row[]): string {
  const kind: MrzKind = rows.length === 3 ? 'TD1' : 'TD3';
  const columns = alphabets(kind);
  let text = '';
  for (const row of rows) {
    const cells = cellsOf(picture, row);
    for (let sign = 0; sign < row.signs; sign += 1)
      text += signOf(judge(net, cells, sign * CELL), columns[text.length] ?? 'any');
  }
  return text;
}

export interface LinesRead {
  readonly text: CardText;
  /** True if every check digit is correct. */
  readonly isChecked: boolean;
}

/** Reads the lines of a card or a passport; null if the image shows none. */
export function readLines(picture: GrayPicture): LinesRead | null {
  const rows = findRows(picture);
  if (rows.length === 0) return null;
  const text = cutToCardText(readRows(picture, rows));
  return text && { text, isChecked: failedChecks(rows.length === 3 ? 'TD1' : 'TD3', text).length === 0 };
}
