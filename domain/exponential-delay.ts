/**
 * Returns a delay that doubles with each failure, from `base` up to `cap`, in the unit of these two. `count` is the number of
 * failures (≥ 1).
 */
export const exponentialDelay = (count: number, base: number, cap: number): number =>
  Math.min(cap, base * 2 ** Math.min(count - 1, 30));
