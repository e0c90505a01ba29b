import { sql } from 'drizzle-orm';
import type { Database } from '../../database/connection/client.ts';

/**
 * Maximum of changes that are not added to the totals yet. A list query adds up this many in well under a millisecond, the
 * dashboard statistics in a few milliseconds.
 */
const FOLDED_AFTER = 500;
/** Maximum number of changes added in one transaction. */
const AT_ONCE = 5_000;

export const isTotalsUpdateDue = (unfolded: number): boolean => unfolded > FOLDED_AFTER;

/** Adds the pending changes of evaluations to the stored totals. Does nothing while another call is already adding them. */
export async function updateTotals(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ folded: number }>(
      sql`select fold_evaluation_changes(${AT_ONCE}) as folded`,
    );
    if ((rows[0]?.folded ?? 0) < AT_ONCE) return;
  }
}
