import { POINTS_PER_CELL, characterCells } from '../../src/features/reception/card/camera/lines/cells.ts';
import { RECOGNISED_CHARACTERS } from '../../src/features/reception/card/camera/lines/net.ts';
import { findMrzRows } from '../../src/features/reception/card/camera/lines/rows.ts';
import { PLAIN_SHOT, photographPicture, type ShotSettings } from '../../tests/support/cards/picture.ts';
import { renderPrintedLines, type Font } from './printed-lines.ts';

/** Images of single characters (cells), each with the index of its character in `RECOGNISED_CHARACTERS`. */
export interface CharacterSamples {
  readonly cells: Float32Array[];
  readonly signs: number[];
}

/** Random number generator for numbers from 0 to 1; the same seed gives the same sequence. */
export type RandomSource = () => number;
export function seededRandom(seed: number): RandomSource {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const randomBetween = (chance: RandomSource, least: number, most: number): number =>
  least + (most - least) * chance();

/** Returns a random line in which all characters are equally frequent, except fillers, which are more frequent. */
function randomMrzLine(width: number, chance: RandomSource): string {
  return Array.from({ length: width }, () =>
    chance() < 0.12 ? '<' : RECOGNISED_CHARACTERS.charAt(Math.floor(chance() * RECOGNISED_CHARACTERS.length)),
  ).join('');
}

/** Returns random settings for a simulated camera frame of the lines. `hard`, from 0 to 1, is the maximum distortion. */
export function randomShotSettings(
  lines: readonly string[],
  chance: RandomSource,
  hard: number,
): ShotSettings {
  const isCard = lines.length === 3;
  return {
    ...PLAIN_SHOT,
    width: Math.round(isCard ? randomBetween(chance, 560, 860) : randomBetween(chance, 780, 1_100)),
    height: isCard ? 250 : 200,
    share: randomBetween(chance, 0.82, 0.96),
    degrees: randomBetween(chance, -3, 3) * hard,
    tilt: randomBetween(chance, 0, 0.03) * hard,
    blur: randomBetween(chance, 0, 1.4) * hard,
    noise: randomBetween(chance, 2, 24) * hard,
    glare: randomBetween(chance, 0, 40) * hard,
    seed: Math.floor(chance() * 1e9),
  };
}

/**
 * Returns the character images of `prints` random cards, each card from several views. A camera frame in which no lines are
 * found is skipped.
 */
export async function generateSamples(
  fonts: readonly Font[],
  prints: number,
  seed: number,
): Promise<CharacterSamples> {
  const chance = seededRandom(seed);
  const samples: CharacterSamples = { cells: [], signs: [] };
  for (let print = 0; print < prints; print += 1) {
    const lines = print % 3 === 0 ? [44, 44] : [30, 30, 30];
    const text = lines.map((width) => randomMrzLine(width, chance));
    const font = fonts[print % fonts.length];
    if (!font) throw new Error('No font was found');
    const flat = await renderPrintedLines(text, font, randomBetween(chance, 85, 175));
    for (let view = 0; view < 3; view += 1) {
      const picture = photographPicture(flat, randomShotSettings(text, chance, 1));
      const rows = findMrzRows(picture);
      if (rows.length !== text.length) continue;
      for (const [index, row] of rows.entries()) {
        const cells = characterCells(picture, row);
        for (let sign = 0; sign < row.signs; sign += 1) {
          samples.cells.push(cells.slice(sign * POINTS_PER_CELL, (sign + 1) * POINTS_PER_CELL));
          samples.signs.push(RECOGNISED_CHARACTERS.indexOf(text[index]?.charAt(sign) ?? '<'));
        }
      }
    }
  }
  return samples;
}
