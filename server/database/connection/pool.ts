import { Pool, type PoolConfig, type QueryConfig } from 'pg';

/** A waiting request fails rather than hanging when the database does not answer. */
const CONNECT_WITHIN_MS = 10_000;
const STATEMENT_WITHIN_MS = 30_000;
/** Only a database that has fallen silent is behind the limit that it keeps itself: its connection is given up then. */
const ANSWER_WITHIN_MS = STATEMENT_WITHIN_MS + 5_000;
/** A provider that vanishes between two statements leaves its locks no longer than this. What idles longer takes it away for itself. */
const IDLE_WITHIN_MS = 30_000;
const A_DAY_MS = 24 * 60 * 60_000;
/** Of one provider; DATABASE_POOL says another number. */
export const CONNECTIONS_MAX = 20;

/** The provider's connections, `max` of them at most. A broken idle one is replaced at its next use; `onIdleError` gets its error code. */
export function createPool(
  connection: PoolConfig,
  onIdleError: (error: Error) => void = () => undefined,
): Pool {
  const pool = new Pool({
    max: CONNECTIONS_MAX,
    query_timeout: ANSWER_WITHIN_MS,
    ...connection,
    // A statement is sent at once and not when the one before it was answered (transaction.ts).
    pipeline: true,
    // The triggers of the log forbid sequential scans. PostgreSQL prices those that it cannot do without so high that it
    // compiles them, at each change anew: ten times the work of the change (docs/decisions/0032-lines-are-linked-after-their-commit.md).
    options: `${connection.options ?? ''} -c jit=off`.trim(),
    application_name: 'ventanilla',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    statement_timeout: STATEMENT_WITHIN_MS,
    idle_in_transaction_session_timeout: IDLE_WITHIN_MS,
  });
  pool.on('error', onIdleError);
  // A connection that breaks while a command holds it: its query rejects with the error, and is answered there. The
  // event that follows would otherwise end the whole program.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** A statement for which the database's own limit has been taken away. */
export function unhurried(text: string, values: unknown[] = []): QueryConfig {
  const patient = { text, values, query_timeout: A_DAY_MS };
  return patient;
}
