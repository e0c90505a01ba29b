type Timed = () => Promise<{ readonly ms: number }>;

/** Returns the fastest of several tries in ms, which excludes most of the load from other programs. */
export async function fastest(work: Timed, tries = 5): Promise<number> {
  let best = Infinity;
  for (let count = 0; count < tries; count += 1) best = Math.min(best, (await work()).ms);
  return best;
}

/**
 * Returns the fastest times of two works in ms. They run alternately, because on a busy machine five tries of one work may all
 * be slow.
 *
 * Stops after at least five tries each, once the times are alike; a work that really is slow stays slow in every try.
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
