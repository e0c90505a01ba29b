import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../database/connection/client.ts';
import { evaluations } from '../../database/tables/evaluations.ts';
import { idempotencyKeys } from '../../database/tables/idempotency-keys.ts';

/** Returns the idempotency key under which that user's outbox created the evaluation; null when it did not. */
export async function evaluationKey(
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
        // A literal instead of a parameter, because the partial index covers only these rows.
        sql`${idempotencyKeys.route} = 'POST /api/v1/evaluations'`,
        sql`${idempotencyKeys.answer} ->> 'id' = ${evaluationId.toLowerCase()}`,
      ),
    );
  return row?.key ?? null;
}

/** Returns the `X-Capture-Id` of the registration that created the evaluation; null without one. */
export async function captureIdOf(db: Executor, evaluationId: string): Promise<string | null> {
  const [row] = await db
    .select({ captureId: evaluations.captureId })
    .from(evaluations)
    .where(eq(evaluations.id, evaluationId));
  return row?.captureId ?? null;
}
