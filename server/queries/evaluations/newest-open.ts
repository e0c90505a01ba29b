import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { EVALUATIONS_KEPT_OFFLINE } from '#contract/limits.ts';
import type { Executor } from '../../database/connection/client.ts';
import { evaluations } from '../../database/tables/evaluations.ts';
import { OPEN } from './question.ts';

/** Registrations arrive while a round is under way, and move its last ones on. */
const ARRIVED_MEANWHILE = 10;

/** Whether a device's own round (R2) asks for the evaluation at the moment. Reads the index of open ones, no row. */
export async function isAmongNewestOpen(
  db: Executor,
  branchId: string,
  evaluationId: string,
): Promise<boolean> {
  const newest = db
    .select({ id: evaluations.id })
    .from(evaluations)
    .where(and(eq(evaluations.branchId, branchId), inArray(evaluations.status, [...OPEN])))
    .orderBy(desc(evaluations.startedAt), asc(evaluations.id))
    .limit(EVALUATIONS_KEPT_OFFLINE + ARRIVED_MEANWHILE)
    .as('newest');
  const found = await db.select({ id: newest.id }).from(newest).where(eq(newest.id, evaluationId));
  return found.length > 0;
}
