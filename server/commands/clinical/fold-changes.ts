import { sql } from 'drizzle-orm';
import type { Database } from '../../database/connection/client.ts';

/** So many changes are added up with each question in well under a millisecond. */
const FOLDED_AFTER = 2_000;
/** Of one transaction: a few tenths of a second. */
const AT_ONCE = 10_000;

export const isFoldDue = (unfolded: number): boolean => unfolded > FOLDED_AFTER;

/** Adds what has changed to the kept counts of the list. Another one that is under way does the same: then this does nothing. */
export async function foldChanges(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ folded: number }>(
      sql`select fold_evaluation_changes(${AT_ONCE}) as folded`,
    );
    if ((rows[0]?.folded ?? 0) < AT_ONCE) return;
  }
}
