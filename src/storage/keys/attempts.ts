import { offlinePasswordDelayMs } from '#domain/password-delay.ts';
import { db } from '../database/database.ts';
import { runStorageOperation } from '../base/problem.ts';
import type { WrongAttemptState } from '../database/records.ts';

/** Returns the remaining wait, ms. It never exceeds the full pause, even if the clock was set back. */
const remainingAttemptDelayMs = (row: WrongAttemptState, now: number): number =>
  Math.max(0, Math.min(row.blockedUntil - now, offlinePasswordDelayMs(row.wrong)));

/**
 * Counts a password attempt as wrong before the password is checked. A second window or a killed browser therefore gains no
 * extra attempt. Returns the wait in ms; 0 if the attempt is allowed now.
 */
export const recordAttemptAsWrongInTable = (
  table: typeof db.deviceKeys | typeof db.parcels,
  id: string,
  now: number,
): Promise<number> =>
  runStorageOperation(() =>
    db.transaction('rw', table, async () => {
      const row: WrongAttemptState | undefined = await table.get(id);
      if (!row) return 0;
      const wait = remainingAttemptDelayMs(row, now);
      if (wait > 0) return wait;
      const wrong = row.wrong + 1;
      await table.update(id, { wrong, blockedUntil: now + offlinePasswordDelayMs(wrong) });
      return 0;
    }),
  );
