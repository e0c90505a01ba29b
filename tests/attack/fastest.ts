type Timed = () => Promise<{ readonly ms: number }>;

/** The fastest of some tries in ms: what the work costs without what else the machine does. */
export async function fastest(work: Timed, tries = 5): Promise<number> {
  let best = Infinity;
  for (let count = 0; count < tries; count += 1) best = Math.min(best, (await work()).ms);
  return best;
}

/**
 * The fastest of two works in ms, in turn: on a busy machine five tries of one may all be slow. Ends as soon as they are alike; what
 * is slow by itself is slow in every try.
 */
export async function fastestInTurn(
  [one, other]: readonly [Timed, Timed],
  areAlike: (one: number, other: number) => boolean,
  tries = 40,
): Promise<[number, number]> {
  let best: [number, number] = [Infinity, Infinity];
  for (let count = 0; count < tries && !(count > 4 && areAlike(...best)); count += 1)
    best = [Math.min(best[0], (await one()).ms), Math.min(best[1], (await other()).ms)];
  return best;
}
