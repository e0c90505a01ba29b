import { Pool, type PoolConfig, type QueryConfig } from 'pg';

/** Time in milliseconds that a request waits for a database connection before it fails. */
const CONNECT_WITHIN_MS = 10_000;
const STATEMENT_WITHIN_MS = 30_000;
/**
 * Time in milliseconds after which this process stops waiting for a statement and drops the connection. The database itself
 * ends a slow statement earlier, so only a database that no longer responds reaches this limit.
 */
const QUERY_TIMEOUT_MS = STATEMENT_WITHIN_MS + 5_000;
/**
 * Maximum idle time within a transaction, in milliseconds. If a server disappears between two statements, the database releases
 * the server's locks after this time. A transaction with longer pauses disables the limit for itself.
 */
const MAX_IDLE_TRANSACTION_MS = 30_000;
const A_DAY_MS = 24 * 60 * 60_000;
/** Default maximum of connections of one server process; DATABASE_POOL overrides it. */
export const MAX_CONNECTIONS_DEFAULT = 20;

/**
 * Creates the server's connection pool with at most `max` connections. If an idle connection breaks, the pool passes the error
 * to `onIdleError` and opens a new connection at the next use.
 */
export function createPool(
  connection: PoolConfig,
  onIdleError: (error: Error) => void = () => undefined,
): Pool {
  const pool = new Pool({
    max: MAX_CONNECTIONS_DEFAULT,
    query_timeout: QUERY_TIMEOUT_MS,
    ...connection,
    // Sends each statement without waiting for the response to the previous one (transaction.ts).
    pipeline: true,
    // Disables JIT compilation. The triggers of the log forbid sequential scans. When PostgreSQL cannot avoid a sequential
    // scan, it assumes a very high cost and therefore compiles the query at each change, which takes ten times as long as the
    // change (docs/decisions/0032-log-entries-linked-after-commit.md).
    options: `${connection.options ?? ''} -c jit=off`.trim(),
    application_name: 'ventanilla',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    statement_timeout: STATEMENT_WITHIN_MS,
    idle_in_transaction_session_timeout: MAX_IDLE_TRANSACTION_MS,
  });
  pool.on('error', onIdleError);
  // When a connection breaks during a command, its query rejects and the command handles this error. The connection then also
  // emits the event 'error', which would end the process without this listener.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Builds a statement without the client-side time limit, for transactions that have also disabled the time limit of the
 * database.
 */
export function untimedQueryConfig(text: string, values: unknown[] = []): QueryConfig {
  const patient = { text, values, query_timeout: A_DAY_MS };
  return patient;
}
