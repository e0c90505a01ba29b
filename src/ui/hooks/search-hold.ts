/** Time until which searches wait, ms on the clock of `performance.now`. */
let heldUntil = 0;

/** Delays the next searches by at least `ms`, because the typed text may be taken back; 0 ends the delay. */
export const holdSearches = (ms: number): void => void (heldUntil = performance.now() + ms);

/** Returns the remaining delay in ms; not positive if there is none. */
export const remainingSearchHold = (): number => heldUntil - performance.now();
