import { and, eq, sql } from 'drizzle-orm';
import type { IdempotencyStatus } from '#contract/headers.ts';
import type { Database, Executor, Transaction } from '../../database/connection/client.ts';
import { type Statement, endTogether } from '../../database/connection/transaction.ts';
import { idempotencyKeys } from '../../database/tables/idempotency-keys.ts';
import { AppError } from '../../base/errors.ts';

/** A request under its key. The key belongs to the user: another user's equal key is another key. */
export interface Once {
  readonly userId: string;
  readonly key: string;
  readonly route: string;
  /** SHA-256 of what makes the request the same request. */
  readonly requestHash: Buffer;
  /** The status of success. */
  readonly status: number;
}

export interface Outcome<Answer> {
  readonly answer: Answer;
  readonly status: number;
  readonly idempotency: IdempotencyStatus;
}

/** What a command answers, and what is written as the very last of its transaction. */
export interface Executed<Answer> {
  readonly answer: Answer;
  readonly last: readonly Statement[];
}

export const inProgress = (): AppError =>
  new AppError('idempotency_in_progress', 'Este registro se está guardando. Espera un momento.', {
    retryAfter: 1,
  });

/**
 * Held to the end of the transaction, and let go by the database itself when this program dies. Two keys with the
 * same hash only make one of them ask again.
 */
async function lockKey(tx: Transaction, { userId, key }: Once): Promise<void> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`${userId} ${key}`}, 0)) as locked`,
  );
  if (rows[0]?.locked !== true) throw inProgress();
}

/** What the key was answered with; null for a new one. @throws idempotency_mismatch for the key with another request */
export async function findStored<Answer>(db: Executor, once: Once): Promise<Outcome<Answer> | null> {
  const [row] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, once.userId), eq(idempotencyKeys.key, once.key)));
  if (!row) return null;
  if (!row.requestHash.equals(once.requestHash))
    throw new AppError('idempotency_mismatch', 'Esta clave ya se usó con otro contenido.');
  return { answer: row.answer as Answer, status: row.status, idempotency: 'replayed' };
}

/**
 * Runs the command in one transaction with the row of its key: either both are there or neither (S7). A refusal of
 * the command leaves no row, nor does one that is not ready: null.
 * @throws idempotency_in_progress while the same key runs; idempotency_mismatch for the key with another request
 */
export async function executeOnce<Answer extends object>(
  db: Database,
  once: Once,
  command: (tx: Transaction) => Promise<Executed<Answer> | null>,
): Promise<Outcome<Answer> | null> {
  return endTogether<Outcome<Answer> | null>(db, async (tx) => {
    // Sent together, answered in this order: what is looked for is what there is once the key is held.
    const [, stored] = await Promise.all([lockKey(tx, once), findStored<Answer>(tx, once)]);
    const executed = stored ? null : await command(tx);
    if (!executed) return { result: stored, last: [] };
    const { answer, last } = executed;
    const outcome = { answer, status: once.status, idempotency: 'stored' } as const;
    return { result: outcome, last: [tx.insert(idempotencyKeys).values({ ...once, answer }), ...last] };
  });
}
