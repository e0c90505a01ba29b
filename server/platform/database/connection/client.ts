import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Database, Transaction } from './handles.ts';
import { runInTransaction } from './transaction.ts';

export type { Database, Executor, Transaction } from './handles.ts';

/**
 * Wraps the pool in drizzle and replaces `transaction` with our own implementation. drizzle's `transaction` leaks the
 * connection when BEGIN fails, and reports a failed rollback instead of the error that caused it.
 */
export function toDatabase(pool: pg.Pool): Database {
  const transaction = <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
    runInTransaction(pool, async (tx) => ({ result: await work(tx), last: [] }));
  return Object.assign(drizzle({ client: pool }), { transaction });
}
