/**
 * Earliest accepted time; no capture is older. A tablet whose clock battery was empty reports 1970, and PostgreSQL has no year
 * 0.
 */
const EARLIEST_INSTANT = new Date('2000-01-01T00:00:00Z');

/**
 * Returns the time that a device reports. Returns `now` for a time after `now`, a time before `EARLIEST_INSTANT` or an invalid date,
 * because a rejection would block a confirmed entry permanently.
 */
export const toPlausibleInstant = (reported: Date, now: Date): Date =>
  reported < now && reported >= EARLIEST_INSTANT ? reported : now;
