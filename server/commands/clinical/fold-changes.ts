import { sql } from 'drizzle-orm';
import type { Database } from '../../database/connection/client.ts';

/**
 * Maximum number of changes that are not yet added to the stored totals. Each query adds the pending changes itself: for this
 * number, a list query needs well under a millisecond, the dashboard a few milliseconds.
 */
const FOLDED_AFTER = 500;
const AT_ONCE = 5_000;

export const isTotalsUpdateDue = (unfolded: number): boolean => unfolded > FOLDED_AFTER;

/** Adds the pending changes of evaluations to the stored totals. Does nothing while another call adds them. */
export async function updateTotals(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ folded: number }>(
      sql`select fold_evaluation_changes(${AT_ONCE}) as folded`,
    );
    if ((rows[0]?.folded ?? 0) < AT_ONCE) return;
  }
}
