/**
 * S25: outbox backup, a second copy of each outbox entry and of the week's receipts in Cache Storage. It is needed because a
 * browser that finds the database damaged silently gives the app an empty one (docs/decisions/0010). Rows are copied as stored,
 * encrypted (D1), with their idempotency keys, so that the server stores a restored entry only once (S7, S23).
 *
 * This file is the only public entry of the module (scripts/lint/house.js).
 */
import { restoreKeysWithinTimeout } from './key-backups.ts';
import { restoreMailKey } from './mail-key-backup.ts';

/** Called when the worker starts: backs up everything that the worker writes from then on. */
export { startContinuousBackup } from './follow.ts';

/** Called when a window starts: same as `startContinuousBackup`, and restores the rows of a lost database. */
export { restoreRowsAndStartBackups } from './restore.ts';

/**
 * Restores missing keys from their backup. A window must call this before it creates new keys, because its start may not have
 * restored the keys, or the database may have been lost since.
 *
 * - `keys`: data keys that only this device has (D2).
 * - `mail-key`: key of the e-mail tags (D2); replaces a provisional one.
 * @returns `unknown` if the cache rejected or did not respond in the time limit: a backup may exist
 */
export const restoreMissingKeys = (kind: 'keys' | 'mail-key'): Promise<'answered' | 'unknown'> =>
  kind === 'keys' ? restoreKeysWithinTimeout() : restoreMailKey();

/** Back up and restore the device's id and the week's receipts. A new id or secret is backed up before it is used. */
export { backUpDevice, restoreOrCreateDevice } from './device-backup.ts';

export { countBackedUpEntries } from './backup-cache.ts';
export { areBackupsRestored } from './restore.ts';
