import type { Server } from './server.ts';

/**
 * Returns the number of statements that wait for a lock in the server's database. Do not call it in a transaction, because
 * PostgreSQL would repeat the first result.
 */
export async function countStatementsWaitingForLock({ database }: Server): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.n ?? 0;
}

export async function holdLocks({ database }: Server, ...statements: string[]): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query('begin');
  for (const statement of statements) await client.query(statement);
  return async () => {
    await client.query('commit');
    client.release();
  };
}
