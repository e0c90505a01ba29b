/**
 * Earliest accepted instant: no clinic used the system before. A tablet with an empty battery reports 1970, and PostgreSQL has
 * no year 0.
 */
const EARLIEST = new Date('2000-01-01T00:00:00Z');

/**
 * Returns the instant that a device reports, or `now` if that instant is later than this server's clock. An instant before
 * `EARLIEST` or an invalid date is also replaced by `now`: rejecting it would block a confirmed entry permanently.
 */
export const plausibleInstant = (reported: Date, now: Date): Date =>
  reported < now && reported >= EARLIEST ? reported : now;
