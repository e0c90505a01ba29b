import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection/client.ts';
import { evaluations } from '../../schema/evaluation/evaluations.ts';

/**
 * Returns status and version number of the evaluation, which together identify its current signed version; undefined when the
 * branch has no such evaluation.
 */
export async function evaluationState(db: Executor, branchId: string, id: string) {
  const [row] = await db
    .select({
      id: evaluations.id,
      branchId: evaluations.branchId,
      version: evaluations.version,
      status: evaluations.status,
    })
    .from(evaluations)
    .where(and(eq(evaluations.id, id), eq(evaluations.branchId, branchId)));
  return row;
}
