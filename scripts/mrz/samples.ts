import { CELL, cellsOf } from '../../src/features/reception/card/camera/lines/cells.ts';
import { SIGNS_READ } from '../../src/features/reception/card/camera/lines/net.ts';
import { findRows } from '../../src/features/reception/card/camera/lines/find-rows.ts';
import { PLAIN, shoot, type Shot } from '../../tests/support/cards/picture.ts';
import { printedLines, type Font } from './printed-lines.ts';

/** Images of single characters (cells), each with the index of its character in `SIGNS_READ`. */
export interface Samples {
  readonly cells: Float32Array[];
  readonly signs: number[];
}

/** Function that returns a random number from 0 to 1; the same seed gives the same sequence. */
export type Chance = () => number;
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const within = (chance: Chance, least: number, most: number): number => least + (most - least) * chance();

/** Returns a random line with equally frequent characters, except fillers, which are more frequent. */
function anyLine(width: number, chance: Chance): string {
  return Array.from({ length: width }, () =>
    chance() < 0.12 ? '<' : SIGNS_READ.charAt(Math.floor(chance() * SIGNS_READ.length)),
  ).join('');
}

/** Returns a random camera frame; `hard` from 0 to 1 limits its distortion. */
export function anyShot(lines: readonly string[], chance: Chance, hard: number): Shot {
  const isCard = lines.length === 3;
  return {
    ...PLAIN,
    width: Math.round(isCard ? within(chance, 560, 860) : within(chance, 780, 1_100)),
    height: isCard ? 250 : 200,
    share: within(chance, 0.82, 0.96),
    degrees: within(chance, -3, 3) * hard,
    tilt: within(chance, 0, 0.03) * hard,
    blur: within(chance, 0, 1.4) * hard,
    noise: within(chance, 2, 24) * hard,
    glare: within(chance, 0, 40) * hard,
    seed: Math.floor(chance() * 1e9),
  };
}

/** Returns the cells of `prints` random prints, each seen from several views. Frames whose rows are not found are skipped. */
export async function samplesOf(fonts: readonly Font[], prints: number, seed: number): Promise<Samples> {
  const chance = chanceOf(seed);
  const samples: Samples = { cells: [], signs: [] };
  for (let print = 0; print < prints; print += 1) {
    const lines = print % 3 === 0 ? [44, 44] : [30, 30, 30];
    const text = lines.map((width) => anyLine(width, chance));
    const font = fonts[print % fonts.length];
    if (!font) throw new Error('No font was found');
    const flat = await printedLines(text, font, within(chance, 85, 175));
    for (let view = 0; view < 3; view += 1) {
      const picture = shoot(flat, anyShot(text, chance, 1));
      const rows = findRows(picture);
      if (rows.length !== text.length) continue;
      for (const [index, row] of rows.entries()) {
        const cells = cellsOf(picture, row);
        for (let sign = 0; sign < row.signs; sign += 1) {
          samples.cells.push(cells.slice(sign * CELL, (sign + 1) * CELL));
          samples.signs.push(SIGNS_READ.indexOf(text[index]?.charAt(sign) ?? '<'));
        }
      }
    }
  }
  return samples;
}
