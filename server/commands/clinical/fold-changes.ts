import { sql } from 'drizzle-orm';
import type { Database } from '../../database/connection/client.ts';

/** So many changes are added up with each question of the list in well under a millisecond, with the figures in a few. */
const FOLDED_AFTER = 500;
/** And so many in one transaction. */
const AT_ONCE = 5_000;

export const isFoldDue = (unfolded: number): boolean => unfolded > FOLDED_AFTER;

/** Adds what has changed to what is kept of the evaluations. Another one that is under way does the same: then this does nothing. */
export async function foldChanges(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ folded: number }>(
      sql`select fold_evaluation_changes(${AT_ONCE}) as folded`,
    );
    if ((rows[0]?.folded ?? 0) < AT_ONCE) return;
  }
}
