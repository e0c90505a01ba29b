import type { Pool } from 'pg';
import { StartError, errorCode } from '../../base/start-error.ts';
import { createPool } from '../connection/pool.ts';
import { startEmbeddedDatabase } from '../embedded/supervisor.ts';

/** Where PostgreSQL is: our own below the data folder, or somebody's by address. */
export type DatabaseConfig =
  { readonly kind: 'embedded' } | { readonly kind: 'external'; readonly url: string };

/** The database of the configuration, reachable and new enough. */
export interface OpenDatabase {
  readonly pool: Pool;
  /** For the terminal. */
  readonly description: string;
  /** Ends the connections, and the embedded server. */
  close(): Promise<void>;
}

export interface Incidents {
  /** An idle connection broke; the next use makes a new one. */
  readonly connectionLost: (error: Error) => void;
  /** The embedded server is gone for good: the program cannot go on. */
  readonly databaseLost: (reason: unknown) => void;
}

const OLDEST_VERSION = 150_000;

/** @throws StartError with a sentence for the operator. */
export function openDatabase(
  config: { readonly dataDir: string; readonly database: DatabaseConfig },
  incidents: Incidents,
): Promise<OpenDatabase> {
  return config.database.kind === 'embedded'
    ? openEmbedded(config.dataDir, incidents)
    : openExternal(config.database.url, incidents);
}

async function openEmbedded(dataDir: string, incidents: Incidents): Promise<OpenDatabase> {
  const server = await startEmbeddedDatabase({ dataDir, onLost: incidents.databaseLost });
  const pool = createPool(server.connection, incidents.connectionLost);
  const close = async () => {
    await pool.end();
    await server.stop();
  };
  return { pool, description: `embedded PostgreSQL in ${dataDir}`, close };
}

async function openExternal(url: string, incidents: Incidents): Promise<OpenDatabase> {
  const pool = createPool({ connectionString: url }, incidents.connectionLost);
  const place = new URL(url).host || 'the local socket';
  try {
    const { rows } = await pool.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    if ((rows[0]?.version ?? 0) < OLDEST_VERSION)
      throw new StartError('The database of DATABASE_URL is older than PostgreSQL 15: give a newer one.');
  } catch (error) {
    await pool.end();
    if (error instanceof StartError) throw error;
    throw new StartError(unreachable(place, error), { cause: error });
  }
  return { pool, description: `PostgreSQL at ${place}`, close: () => pool.end() };
}

/** The driver's own words end the sentence: they say which of name, password and database is wrong. */
function unreachable(place: string, error: unknown): string {
  const reason = errorCode(error) || 'no answer';
  const words = error instanceof Error && error.message !== '' ? `: ${error.message}` : '';
  return `The database of DATABASE_URL cannot be opened at ${place} (${reason}${words}).`;
}
