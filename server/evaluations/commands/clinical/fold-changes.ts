import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connection/client.ts';

/**
 * Number of pending changes above which they are added to the stored totals. Each query adds the pending changes itself; for
 * 500 changes this takes a list query well under a millisecond, and the dashboard a few milliseconds.
 */
const TOTALS_UPDATE_THRESHOLD = 500;
const TOTALS_BATCH_SIZE = 5_000;

export const isTotalsUpdateDue = (unfolded: number): boolean => unfolded > TOTALS_UPDATE_THRESHOLD;

/** Adds the pending changes of evaluations to the stored totals. Does nothing while another call adds them. */
export async function updateStoredTotals(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ folded: number }>(
      sql`select fold_evaluation_changes(${TOTALS_BATCH_SIZE}) as folded`,
    );
    if ((rows[0]?.folded ?? 0) < TOTALS_BATCH_SIZE) return;
  }
}
