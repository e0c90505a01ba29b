/** After how many minutes without activity the screen locks. */
export const LOCK_MINUTES = [1, 2, 5, 10, 15, 30] as const;
export type LockMinutes = (typeof LOCK_MINUTES)[number];
export const DEFAULT_LOCK_MINUTES: LockMinutes = 5;

export const lockAfter = (minutes: LockMinutes): number => minutes * 60_000;

/** A moment by two clocks: the device's, which sleep does not stop and people set, and the page's own, which nobody sets. */
export interface Moment {
  readonly wall: number;
  readonly page: number;
}

/**
 * Too long since a moment of the device's clock. A clock that was set back by as much counts too: it would otherwise
 * keep the screen open until it has caught up.
 */
export const hasLapsed = (since: number, now: number, after: number): boolean =>
  Math.abs(now - since) >= after;

/** The same within one page, where sleep shows on the one clock and a clock that was set back a little on the other. */
export const isIdle = (since: Moment, now: Moment, after: number): boolean =>
  hasLapsed(since.wall, now.wall, after) || now.page - since.page >= after;

/** When to look again, unless somebody touches the device before. Milliseconds from now. */
export const untilIdle = (since: Moment, now: Moment, after: number): number =>
  Math.max(0, after - Math.max(now.page - since.page, now.wall - since.wall));
