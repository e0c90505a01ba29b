export const LOCK_MINUTES = [1, 2, 5, 10, 15, 30] as const;
export type LockMinutes = (typeof LOCK_MINUTES)[number];
export const DEFAULT_LOCK_MINUTES: LockMinutes = 5;

export const lockDelayMs = (minutes: LockMinutes): number => minutes * 60_000;

/**
 * Time on two clocks, in milliseconds. `wall` is the device's clock, which runs during sleep and can be set by users. `page` is
 * the page's clock, which cannot be set.
 */
export interface TwoClockTime {
  readonly wall: number;
  readonly page: number;
}

/**
 * Returns true when the time `after` has passed on the device's clock. It also returns true when the clock was set back by at
 * least `after`; otherwise the screen would stay open until the clock has caught up.
 */
export const hasTimedOut = (since: number, now: number, after: number): boolean =>
  Math.abs(now - since) >= after;

/**
 * Returns true when the user was inactive for the time `after` on either clock. The device's clock includes sleep; the page's
 * clock is needed when the device's clock was set back by less than `after`.
 */
export const isIdle = (since: TwoClockTime, now: TwoClockTime, after: number): boolean =>
  hasTimedOut(since.wall, now.wall, after) || now.page - since.page >= after;

/** Returns the milliseconds until the screen may lock if the user stays inactive. */
export const msUntilIdle = (since: TwoClockTime, now: TwoClockTime, after: number): number =>
  Math.max(0, after - Math.max(now.page - since.page, now.wall - since.wall));
