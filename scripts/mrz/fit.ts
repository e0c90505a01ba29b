import { POINTS_PER_CELL } from '../../src/features/reception/card/camera/lines/cells.ts';
import {
  scoreCharactersOfCell,
  RECOGNISED_CHARACTERS,
  type CharacterNet,
  type StoredCharacterNet,
} from '../../src/features/reception/card/camera/lines/net.ts';
import type { RandomSource, CharacterSamples } from './samples.ts';

const BATCH_SIZE = 32;
const LEARNING_RATE = 0.002;
/** Constants of the Adam optimiser, with the values from the publication that introduced it. */
const [KEEP, KEEP_SQUARE, TINY] = [0.9, 0.999, 1e-8];

/** Layer of the neural net with the moving averages of its gradients. */
interface TrainingLayer {
  readonly weights: Float32Array;
  readonly slope: Float32Array;
  readonly mean: Float32Array;
  readonly square: Float32Array;
}
function randomLayer(rows: number, columns: number, chance: RandomSource): TrainingLayer {
  const weights = Float32Array.from({ length: rows * (columns + 1) }, (_, at) =>
    at % (columns + 1) === columns ? 0 : (chance() - 0.5) * 2 * Math.sqrt(3 / columns),
  );
  const zeroWeights = () => new Float32Array(weights.length);
  return { weights, slope: zeroWeights(), mean: zeroWeights(), square: zeroWeights() };
}

function applyAndResetGradients(
  { weights, slope, mean, square }: TrainingLayer,
  turn: number,
  rate: number,
): void {
  const [unbiased, unbiasedSquare] = [1 - KEEP ** turn, 1 - KEEP_SQUARE ** turn];
  for (let at = 0; at < weights.length; at += 1) {
    const by = (slope[at] ?? 0) / BATCH_SIZE;
    mean[at] = KEEP * (mean[at] ?? 0) + (1 - KEEP) * by;
    square[at] = KEEP_SQUARE * (square[at] ?? 0) + (1 - KEEP_SQUARE) * by * by;
    weights[at] =
      (weights[at] ?? 0) -
      (rate * ((mean[at] ?? 0) / unbiased)) / (Math.sqrt((square[at] ?? 0) / unbiasedSquare) + TINY);
  }
  slope.fill(0);
}

function addCellGradients(
  first: TrainingLayer,
  second: TrainingLayer,
  cell: Float32Array,
  sign: number,
): void {
  const hidden = first.weights.length / (POINTS_PER_CELL + 1);
  const middle = new Float32Array(hidden);
  for (let unit = 0; unit < hidden; unit += 1) {
    const row = unit * (POINTS_PER_CELL + 1);
    let sum = first.weights[row + POINTS_PER_CELL] ?? 0;
    for (let at = 0; at < POINTS_PER_CELL; at += 1) sum += (first.weights[row + at] ?? 0) * (cell[at] ?? 0);
    middle[unit] = Math.max(0, sum);
  }
  const out = characterProbabilities(second.weights, middle);
  const back = new Float32Array(hidden);
  for (let answer = 0; answer < out.length; answer += 1) {
    const error = (out[answer] ?? 0) - (answer === sign ? 1 : 0);
    const row = answer * (hidden + 1);
    for (let unit = 0; unit < hidden; unit += 1) {
      second.slope[row + unit] = (second.slope[row + unit] ?? 0) + error * (middle[unit] ?? 0);
      back[unit] = (back[unit] ?? 0) + error * (second.weights[row + unit] ?? 0);
    }
    second.slope[row + hidden] = (second.slope[row + hidden] ?? 0) + error;
  }
  for (let unit = 0; unit < hidden; unit += 1) {
    if ((middle[unit] ?? 0) <= 0) continue;
    const [row, error] = [unit * (POINTS_PER_CELL + 1), back[unit] ?? 0];
    for (let at = 0; at < POINTS_PER_CELL; at += 1)
      first.slope[row + at] = (first.slope[row + at] ?? 0) + error * (cell[at] ?? 0);
    first.slope[row + POINTS_PER_CELL] = (first.slope[row + POINTS_PER_CELL] ?? 0) + error;
  }
}

function characterProbabilities(weights: Float32Array, middle: Float32Array): Float32Array {
  const sums = Float32Array.from(RECOGNISED_CHARACTERS, (_sign, sign) => {
    const row = sign * (middle.length + 1);
    let sum = weights[row + middle.length] ?? 0;
    for (let unit = 0; unit < middle.length; unit += 1)
      sum += (weights[row + unit] ?? 0) * (middle[unit] ?? 0);
    return sum;
  });
  const most = Math.max(...sums);
  const likely = sums.map((sum) => Math.exp(sum - most));
  const total = likely.reduce((sum, one) => sum + one, 0);
  return likely.map((one) => one / total);
}

export function fitNet(
  { cells, signs }: CharacterSamples,
  hidden: number,
  epochs: number,
  chance: RandomSource,
): CharacterNet {
  const [first, second] = [
    randomLayer(hidden, POINTS_PER_CELL, chance),
    randomLayer(RECOGNISED_CHARACTERS.length, hidden, chance),
  ];
  const order = cells.map((_, index) => index);
  let turn = 0;
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = Math.floor(chance() * (at + 1));
      [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
    }
    for (const [at, index] of order.entries()) {
      addCellGradients(first, second, cells[index] ?? new Float32Array(POINTS_PER_CELL), signs[index] ?? 0);
      if (at % BATCH_SIZE !== BATCH_SIZE - 1) continue;
      turn += 1;
      for (const one of [first, second])
        applyAndResetGradients(one, turn, LEARNING_RATE * (1 - epoch / epochs));
    }
  }
  return { hidden, first: first.weights, second: second.weights };
}

function encodeQuantisedWeights(weights: Float32Array): { text: string; step: number } {
  const worth = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / worth));
  return { text: Buffer.from(bytes.buffer).toString('base64'), step: Number(worth.toPrecision(6)) };
}
export function toStoredNet({ hidden, first, second }: CharacterNet): StoredCharacterNet {
  const [one, two] = [encodeQuantisedWeights(first), encodeQuantisedWeights(second)];
  return { hidden, first: one.text, second: two.text, steps: [one.step, two.step] };
}

/** Returns the share of characters that the neural net recognises correctly, from 0 to 1. */
export function accuracyOf(net: CharacterNet, { cells, signs }: CharacterSamples): number {
  const right = cells.filter((cell, index) => {
    const judged = scoreCharactersOfCell(net, cell, 0);
    return judged.indexOf(Math.max(...judged)) === signs[index];
  });
  return right.length / cells.length;
}
