import { passwordDelay } from '#domain/password-delay.ts';
import { db } from '../database/database.ts';
import { withStorageErrors } from '../base/problem.ts';
import type { AttemptCount } from '../database/records.ts';

/** Returns the remaining wait, ms; limited to the pause, because the clock may have been set back. */
const waitOf = (row: AttemptCount, now: number): number =>
  Math.max(0, Math.min(row.blockedUntil - now, passwordDelay(row.wrong)));

/**
 * Counts an attempt as wrong before it is made, so that neither a second window nor killing the browser gains an extra one.
 * Returns the wait in ms; 0 if the attempt is allowed now.
 */
export const recordPasswordAttemptIn = (
  table: typeof db.deviceKeys | typeof db.parcels,
  id: string,
  now: number,
): Promise<number> =>
  withStorageErrors(() =>
    db.transaction('rw', table, async () => {
      const row: AttemptCount | undefined = await table.get(id);
      if (!row) return 0;
      const wait = waitOf(row, now);
      if (wait > 0) return wait;
      const wrong = row.wrong + 1;
      await table.update(id, { wrong, blockedUntil: now + passwordDelay(wrong) });
      return 0;
    }),
  );
