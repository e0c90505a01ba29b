import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../database/connection/client.ts';
import { evaluations } from '../../database/tables/evaluations.ts';
import { idempotencyKeys } from '../../database/tables/idempotency-keys.ts';

/** Returns the idempotency key with which the outbox of that user created the evaluation; null if it did not create it. */
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
        // A literal, because PostgreSQL uses the partial index on these rows only if the condition contains no parameter.
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
