import { exponentialDelay } from './doubling.ts';

const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;

/** Returns the milliseconds without password attempts after a number of consecutive wrong ones offline (D2). */
export const passwordDelay = (wrong: number): number =>
  wrong === 0 ? 0 : exponentialDelay(wrong, FIRST_MS, LONGEST_MS);
