import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool, PoolClient } from 'pg';
import type { Database, Transaction } from './handles.ts';

export interface SqlStatement {
  toSQL(): { readonly sql: string; readonly params: unknown[] };
}

/** Result of a transaction, and the statements to send last, in order. The results of these statements are not read. */
export interface TransactionResult<Result> {
  readonly result: Result;
  readonly last: readonly SqlStatement[];
}

/**
 * Wraps one connection in drizzle. The wrapper has all functions of a drizzle transaction except savepoints and `rollback()`.
 */
const toTransaction = (client: PoolClient) =>
  Object.assign(drizzle({ client }), { transaction: rejectNestedTransaction }) as unknown as Transaction;

/** Rejects a nested transaction, because its COMMIT would end the outer transaction. */
const rejectNestedTransaction = () => Promise.reject(new Error('Transactions must not be nested'));

/**
 * Sends the last statements together with the commit. The response to COMMIT must be checked: if a statement failed and its
 * error was caught, PostgreSQL rolls back and reports no error.
 */
async function sendStatementsAndCommit(client: PoolClient, last: readonly SqlStatement[]): Promise<void> {
  const statements = last.map((statement) => statement.toSQL());
  const sent = statements.map(({ sql, params }) => client.query(sql, params));
  const committed = client.query('commit');
  const answers = await Promise.allSettled([...sent, committed]);
  const failed = answers.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  if ((await committed).command !== 'COMMIT') throw new Error('A failed transaction was not committed');
}

/**
 * Rolls back the transaction.
 * @returns true if the connection can be used again; false if it is broken, in which case the database itself rolls back
 */
const rollBack = (client: PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  );

/** Runs the work in a transaction on a separate connection. Commits all of the work or nothing. */
export async function runInTransaction<Result>(
  pool: Pool,
  work: (tx: Transaction) => Promise<TransactionResult<Result>>,
): Promise<Result> {
  const client = await pool.connect();
  let isUsable = true;
  try {
    await client.query('begin');
    const { result, last } = await work(toTransaction(client));
    await sendStatementsAndCommit(client, last);
    return result;
  } catch (error) {
    isUsable = await rollBack(client);
    throw error;
  } finally {
    client.release(!isUsable);
  }
}

/**
 * Runs a transaction whose last statements are sent together with the commit. The database therefore holds the locks of these
 * statements only briefly, even if this process is busy.
 */
export const runTransactionWithFinalStatements = <Result>(
  { $client }: Database,
  work: (tx: Transaction) => Promise<TransactionResult<Result>>,
): Promise<Result> => runInTransaction($client, work);
