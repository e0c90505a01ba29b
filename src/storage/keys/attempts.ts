import { passwordDelay } from '#domain/password-delay.ts';
import { db } from '../database/database.ts';
import { storing } from '../base/problem.ts';
import type { AttemptCount } from '../database/records.ts';

/** A clock that was set back must not put the next attempt off for longer than its pause. */
const waitOf = (row: AttemptCount, now: number): number =>
  Math.max(0, Math.min(row.blockedUntil - now, passwordDelay(row.wrong)));

/**
 * Counts an attempt as wrong before it is made, so that neither a second window nor a browser that is killed in the
 * middle gets one for nothing. Answers the milliseconds to wait; 0 when it may be made now.
 */
export const recordAttemptIn = (
  table: typeof db.deviceKeys | typeof db.parcels,
  id: string,
  now: number,
): Promise<number> =>
  storing(() =>
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
