/** Returns a pause that doubles with each failure (count ≥ 1), from `base` up to `cap`; in the unit of both. */
export const exponentialDelay = (count: number, base: number, cap: number): number =>
  Math.min(cap, base * 2 ** Math.min(count - 1, 30));
