import { POINTS_PER_CELL } from './cells.ts';

/** Characters that the network distinguishes, in the order of its outputs. */
export const RECOGNISED_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<';

/** Neural network with one hidden layer. Weights are stored row by row; the last weight of each row is the bias. */
export interface CharacterNet {
  readonly hidden: number;
  readonly first: Float32Array;
  readonly second: Float32Array;
}
/** Serialised network: weights as signed bytes in base64, and per layer the factor that converts the bytes to weights. */
export interface StoredCharacterNet {
  readonly hidden: number;
  readonly first: string;
  readonly second: string;
  readonly steps: readonly number[];
}

function decodeWeights(stored: string, step: number): Float32Array {
  return Float32Array.from(atob(stored), (char) => ((char.charCodeAt(0) << 24) >> 24) * step);
}

export const decodeCharacterNet = ({ hidden, first, second, steps }: StoredCharacterNet): CharacterNet => ({
  hidden,
  first: decodeWeights(first, steps[0] ?? 0),
  second: decodeWeights(second, steps[1] ?? 0),
});

/**
 * Returns a score for each character; the character with the highest score is the most likely. The cell starts at `offset` in
 * `cells`.
 */
export function scoreCharacters(
  { hidden, first, second }: CharacterNet,
  cells: Float32Array,
  offset: number,
): Float32Array {
  const middle = new Float32Array(hidden);
  for (let unit = 0; unit < hidden; unit += 1) {
    const row = unit * (POINTS_PER_CELL + 1);
    let sum = first[row + POINTS_PER_CELL] ?? 0;
    for (let at = 0; at < POINTS_PER_CELL; at += 1) sum += (first[row + at] ?? 0) * (cells[offset + at] ?? 0);
    middle[unit] = Math.max(0, sum);
  }
  return Float32Array.from(RECOGNISED_CHARACTERS, (_sign, sign) => {
    const row = sign * (hidden + 1);
    let sum = second[row + hidden] ?? 0;
    for (let unit = 0; unit < hidden; unit += 1) sum += (second[row + unit] ?? 0) * (middle[unit] ?? 0);
    return sum;
  });
}
