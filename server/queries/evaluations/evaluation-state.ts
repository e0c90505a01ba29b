import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../database/connection/client.ts';
import { evaluations } from '../../database/tables/evaluations.ts';

export async function evaluationExists(db: Executor, id: string): Promise<boolean> {
  const rows = await db.select({ id: evaluations.id }).from(evaluations).where(eq(evaluations.id, id));
  return rows.length > 0;
}

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
