import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool, PoolClient } from 'pg';
import type { Database, Transaction } from './handles.ts';

/** What drizzle makes of a query before it is sent. */
export interface Statement {
  toSQL(): { readonly sql: string; readonly params: unknown[] };
}

/** What a transaction comes to, and its last statements, in their order: nobody reads what they answer. */
export interface Ending<Result> {
  readonly result: Result;
  readonly last: readonly Statement[];
}

/** drizzle over one connection has all of a transaction but savepoints and `rollback()`. */
const within = (client: PoolClient) =>
  Object.assign(drizzle({ client }), { transaction: refuseNested }) as unknown as Transaction;

/** Its COMMIT would be that of the transaction around it. */
const refuseNested = () => Promise.reject(new Error('a transaction within a transaction'));

/**
 * After a failed statement PostgreSQL answers COMMIT with ROLLBACK and no error; an earlier failure may have been caught.
 */
async function end(client: PoolClient, last: readonly Statement[]): Promise<void> {
  const statements = last.map((statement) => statement.toSQL());
  const sent = statements.map(({ sql, params }) => client.query(sql, params));
  const committed = client.query('commit');
  const answers = await Promise.allSettled([...sent, committed]);
  const failed = answers.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
  if ((await committed).command !== 'COMMIT')
    throw new Error('a transaction that had failed was not committed');
}

/** @returns whether the connection can be used again: one that is broken rolls back by itself */
const rollBack = (client: PoolClient): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  );

/** A transaction on a connection of its own: either all of it is there or nothing. */
export async function onConnection<Result>(
  pool: Pool,
  work: (tx: Transaction) => Promise<Ending<Result>>,
): Promise<Result> {
  const client = await pool.connect();
  let isUsable = true;
  try {
    await client.query('begin');
    const { result, last } = await work(within(client));
    await end(client, last);
    return result;
  } catch (error) {
    isUsable = await rollBack(client);
    throw error;
  } finally {
    client.release(!isUsable);
  }
}

/**
 * A transaction whose last statements go to the database together with the commit: what they lock is not held while this
 * program is busy with something else between them.
 */
export const endTogether = <Result>(
  { $client }: Database,
  work: (tx: Transaction) => Promise<Ending<Result>>,
): Promise<Result> => onConnection($client, work);
