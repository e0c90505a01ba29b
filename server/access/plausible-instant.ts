/** No desk worked before; a tablet whose battery died says 1970, and PostgreSQL knows no year 0. */
const EARLIEST = new Date('2000-01-01T00:00:00Z');

/**
 * An instant that a device tells, brought back to now when it lies in the future of this clock: nothing was done before
 * it happened. So is one that tells nothing: refusing it would keep for ever what a person confirmed.
 */
export const plausibleInstant = (told: Date, now: Date): Date =>
  told < now && told >= EARLIEST ? told : now;
