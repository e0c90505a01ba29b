import { exponentialDelay } from './exponential-delay.ts';

const FIRST_PASSWORD_DELAY_MS = 1_000;
const MAX_PASSWORD_DELAY_MS = 5 * 60_000;

/**
 * Returns the delay in milliseconds before the next offline password is accepted, after `wrong` consecutive wrong passwords
 * (D2).
 */
export const offlinePasswordDelayMs = (wrong: number): number =>
  wrong === 0 ? 0 : exponentialDelay(wrong, FIRST_PASSWORD_DELAY_MS, MAX_PASSWORD_DELAY_MS);
