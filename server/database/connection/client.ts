import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Database, Transaction } from './handles.ts';
import { onConnection } from './transaction.ts';

export type { Database, Executor, Transaction } from './handles.ts';

/**
 * drizzle's own `transaction` loses the pool's connection for good where BEGIN fails, and tells of a rollback that fails in
 * place of what went wrong before it.
 */
export function connect(pool: pg.Pool): Database {
  const transaction = <Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> =>
    onConnection(pool, async (tx) => ({ result: await work(tx), last: [] }));
  return Object.assign(drizzle({ client: pool }), { transaction });
}
