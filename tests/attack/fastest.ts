type TimedCall = () => Promise<{ readonly ms: number }>;

/** Returns the time of the fastest try in ms. The fastest try is the one that other programs delayed least. */
export async function measureFastestMs(work: TimedCall, tries = 5): Promise<number> {
  let best = Infinity;
  for (let count = 0; count < tries; count += 1) best = Math.min(best, (await work()).ms);
  return best;
}

/**
 * Returns the fastest times of two functions in ms. The functions run alternately, because on a busy machine five consecutive
 * tries of one function may all be slow.
 *
 * Each function runs at least five times; the tries end as soon as the two times are alike. A function that really is slow
 * stays slow in every try.
 */
export async function measureFastestAlternatelyMs(
  [one, other]: readonly [TimedCall, TimedCall],
  areAlike: (one: number, other: number) => boolean,
  tries = 40,
): Promise<[number, number]> {
  let best: [number, number] = [Infinity, Infinity];
  for (let count = 0; count < tries && !(count > 4 && areAlike(...best)); count += 1)
    best = [Math.min(best[0], (await one()).ms), Math.min(best[1], (await other()).ms)];
  return best;
}
