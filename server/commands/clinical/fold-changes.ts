import { sql } from 'drizzle-orm';
import type { Database } from '../../database/connection/client.ts';

/**
 * Maximum of unfolded changes. A list query adds them up in well under a millisecond, the dashboard statistics in a few
 * milliseconds.
 */
const FOLDED_AFTER = 500;
/** Maximum number of changes folded in one transaction. */
const AT_ONCE = 5_000;

export const isFoldDue = (unfolded: number): boolean => unfolded > FOLDED_AFTER;

/**
 * Adds the pending changes of evaluations to the stored totals. Does nothing while another fold is running, since that one does
 * the same.
 */
export async function foldChanges(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ folded: number }>(
      sql`select fold_evaluation_changes(${AT_ONCE}) as folded`,
    );
    if ((rows[0]?.folded ?? 0) < AT_ONCE) return;
  }
}
