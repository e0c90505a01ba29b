/** Minutes without activity after which the screen locks. */
export const LOCK_MINUTES = [1, 2, 5, 10, 15, 30] as const;
export type LockMinutes = (typeof LOCK_MINUTES)[number];
export const DEFAULT_LOCK_MINUTES: LockMinutes = 5;

export const lockAfter = (minutes: LockMinutes): number => minutes * 60_000;

/** Time on two clocks: the device's, which runs during sleep and can be set by users, and the page's, which cannot be set. */
export interface Moment {
  readonly wall: number;
  readonly page: number;
}

/**
 * Returns true when too much time has passed on the device's clock. A clock set back by as much also counts; otherwise the
 * screen would stay open until the clock has caught up.
 */
export const hasLapsed = (since: number, now: number, after: number): boolean =>
  Math.abs(now - since) >= after;

/**
 * Does the same within one page: the device's clock shows sleep, and the page's clock detects a device clock that was set back
 * slightly.
 */
export const isIdle = (since: Moment, now: Moment, after: number): boolean =>
  hasLapsed(since.wall, now.wall, after) || now.page - since.page >= after;

/** Returns the milliseconds until the next check, unless the user is active before. */
export const untilIdle = (since: Moment, now: Moment, after: number): number =>
  Math.max(0, after - Math.max(now.page - since.page, now.wall - since.wall));
