import { doubling } from './doubling.ts';

const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;

/** D2: how long no password is tried without network after so many wrong ones in a row. Milliseconds. */
export const passwordDelay = (wrong: number): number =>
  wrong === 0 ? 0 : doubling(wrong, FIRST_MS, LONGEST_MS);
