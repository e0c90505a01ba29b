import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { PREFETCHED_EVALUATIONS_MAX } from '#contract/limits.ts';
import type { Executor } from '../../../platform/database/connection/client.ts';
import { evaluations } from '../../../schema/evaluation/evaluations.ts';
import { OPEN_STATUSES } from './list-criteria.ts';

/**
 * Number of additional evaluations that count as newest. Registrations that arrive during a prefetch run move the run's last
 * evaluations down the list.
 */
const NEW_ARRIVALS_TOLERANCE = 10;

/** Returns true if a device's prefetch run (R2) would request the evaluation now. Reads only the index of open evaluations. */
export async function isAmongNewestOpen(
  db: Executor,
  branchId: string,
  evaluationId: string,
): Promise<boolean> {
  const newest = db
    .select({ id: evaluations.id })
    .from(evaluations)
    .where(and(eq(evaluations.branchId, branchId), inArray(evaluations.status, [...OPEN_STATUSES])))
    .orderBy(desc(evaluations.startedAt), asc(evaluations.id))
    .limit(PREFETCHED_EVALUATIONS_MAX + NEW_ARRIVALS_TOLERANCE)
    .as('newest');
  const found = await db.select({ id: newest.id }).from(newest).where(eq(newest.id, evaluationId));
  return found.length > 0;
}
