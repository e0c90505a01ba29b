import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection/client.ts';
import { evaluations } from '../../schema/evaluation/evaluations.ts';
import { idempotencyKeys } from '../../schema/idempotency-keys.ts';

/**
 * Returns the idempotency key with which the user's outbox created the evaluation; null if another user created the evaluation,
 * or the request had no key.
 */
export async function findEvaluationIdempotencyKey(
  db: Executor,
  authorId: string,
  evaluationId: string,
): Promise<string | null> {
  const [row] = await db
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.userId, authorId),
        // The route must be a literal, because PostgreSQL does not use the partial index on these rows when the route is a
        // parameter.
        sql`${idempotencyKeys.route} = 'POST /api/v1/evaluations'`,
        sql`${idempotencyKeys.answer} ->> 'id' = ${evaluationId.toLowerCase()}`,
      ),
    );
  return row?.key ?? null;
}

/** Returns the capture id (`X-Capture-Id`) of the registration that created the evaluation; null if the request had none. */
export async function captureIdOf(db: Executor, evaluationId: string): Promise<string | null> {
  const [row] = await db
    .select({ captureId: evaluations.captureId })
    .from(evaluations)
    .where(eq(evaluations.id, evaluationId));
  return row?.captureId ?? null;
}
