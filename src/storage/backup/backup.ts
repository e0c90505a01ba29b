/**
 * S25: a second copy of each entry of the outbox, and of the week's receipts, in Cache Storage. A browser that finds the
 * database damaged gives the app an empty one and says nothing (docs/decisions/0010). The rows are copied as they lie,
 * sealed (D1), under the keys that they have: what had arrived and comes back arrives once (S7, S23).
 *
 * The only door of this room (scripts/lint/house.js).
 */
import { bringBackKeys } from './key-copies.ts';
import { bringBackMailKey } from './mail-key-copy.ts';

/** The worker's start: from now on what it writes is copied. */
export { keepBackups } from './follow.ts';

/** A window's start: the same, and what a lost database had comes back. */
export { startBackups } from './restore.ts';

/**
 * Puts keys that the database lacks back from their copy, now. A window asks before it makes others: a start is not over, or
 * the database was lost since.
 * - `keys`: data keys that only this device has (D2).
 * - `mail-key`: what e-mails are tagged with (D2); one that is provisional gives way.
 * @returns `unknown` where the cache refused or did not answer in time: nobody may conclude that there is no copy
 */
export const bringBack = (kind: 'keys' | 'mail-key'): Promise<'answered' | 'unknown'> =>
  kind === 'keys' ? bringBackKeys() : bringBackMailKey();

/** The same for the device's id, with the week's receipts; and a new id or secret is copied before it is used. */
export { backUpDevice, restoreDevice } from './device-copy.ts';

/** Both only read. */
export { countBackups } from './copy-cache.ts';
export { isRestored } from './restore.ts';
