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

/** Returns the sum of each row of weights over `count` inputs from `offset` on, plus the bias of the row. */
const weightedSums = (weights: Float32Array, inputs: Float32Array, offset: number, count: number) =>
  Float32Array.from({ length: weights.length / (count + 1) }, (_sum, index) => {
    const row = index * (count + 1);
    let sum = weights[row + count] ?? 0;
    for (let at = 0; at < count; at += 1) sum += (weights[row + at] ?? 0) * (inputs[offset + at] ?? 0);
    return sum;
  });

/**
 * Returns a score for each character; the character with the highest score is the most likely. The cell starts at `offset` in
 * `cells`.
 */
export function scoreCharactersOfCell(
  { hidden, first, second }: CharacterNet,
  cells: Float32Array,
  offset: number,
): Float32Array {
  const middle = weightedSums(first, cells, offset, POINTS_PER_CELL).map((sum) => Math.max(0, sum));
  return weightedSums(second, middle, 0, hidden);
}
