import { and, eq, sql } from 'drizzle-orm';
import type { IdempotencyStatus } from '#contract/headers.ts';
import type { Database, Executor, Transaction } from '../../../platform/database/connection/client.ts';
import {
  type SqlStatement,
  runTransactionWithFinalStatements,
} from '../../../platform/database/connection/transaction.ts';
import { idempotencyKeys } from '../../../schema/idempotency-keys.ts';
import { AppError } from '../../../platform/base/errors.ts';

/** Request with its idempotency key. The keys of each user are separate: the same key of two users counts as two keys. */
export interface KeyedRequest {
  readonly userId: string;
  readonly key: string;
  readonly route: string;
  /** SHA-256 of the parts of the request that must be equal in a retry. */
  readonly requestHash: Buffer;
  readonly status: number;
}

export interface StoredOutcome<Answer> {
  readonly answer: Answer;
  readonly status: number;
  readonly idempotency: IdempotencyStatus;
}

export interface CommandResult<Answer> {
  readonly answer: Answer;
  readonly last: readonly SqlStatement[];
}

export const requestInProgressError = (): AppError =>
  new AppError('idempotency_in_progress', 'Este registro se está guardando. Espera un momento.', {
    retryAfter: 1,
  });

/**
 * Locks the key until the transaction ends; if this process dies, the database releases the lock. If two different keys happen
 * to have the same lock hash, one of the two requests is rejected and retried later.
 */
async function lockIdempotencyKeyOrReject(tx: Transaction, { userId, key }: KeyedRequest): Promise<void> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`${userId} ${key}`}, 0)) as locked`,
  );
  if (rows[0]?.locked !== true) throw requestInProgressError();
}

/**
 * Returns the stored response of the key; null for a new key.
 * @throws idempotency_mismatch if the key was used with another request
 */
export async function findStoredOutcome<Answer>(
  db: Executor,
  once: KeyedRequest,
): Promise<StoredOutcome<Answer> | null> {
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
 * Runs the command and inserts the row of its key in one transaction, so that either both are stored or neither (S7). Inserts
 * no row if the command is rejected, or returns null because its file is not stored yet.
 * @throws idempotency_in_progress while the same key runs; idempotency_mismatch if the key was used with another request
 */
export async function executeOnce<Answer extends object>(
  db: Database,
  once: KeyedRequest,
  command: (tx: Transaction) => Promise<CommandResult<Answer> | null>,
): Promise<StoredOutcome<Answer> | null> {
  return runTransactionWithFinalStatements<StoredOutcome<Answer> | null>(db, async (tx) => {
    // The connection runs both statements in this order, so the lookup runs after the key is locked.
    const [, stored] = await Promise.all([
      lockIdempotencyKeyOrReject(tx, once),
      findStoredOutcome<Answer>(tx, once),
    ]);
    const executed = stored ? null : await command(tx);
    if (!executed) return { result: stored, last: [] };
    const { answer, last } = executed;
    const outcome = { answer, status: once.status, idempotency: 'stored' } as const;
    return { result: outcome, last: [tx.insert(idempotencyKeys).values({ ...once, answer }), ...last] };
  });
}
