import fs from 'node:fs';
import path from 'node:path';
import type { Pool } from 'pg';
import { StartError, errorCode } from '../../base/start-error.ts';
import { createPool } from '../connection/pool.ts';
import { RESTORING_MARKER } from '../embedded/cluster.ts';
import { startEmbeddedDatabase } from '../embedded/supervisor.ts';

/** Location of PostgreSQL: embedded below the data folder, or external with a URL. */
export type DatabaseConfig =
  | { readonly kind: 'embedded'; readonly settings?: readonly string[] }
  | { readonly kind: 'external'; readonly url: string };

/** Open database; its version and connection limits have been checked. */
export interface OpenDatabase {
  readonly pool: Pool;
  readonly description: string;
  close(): Promise<void>;
}

export interface IncidentHandlers {
  /** Called when an idle connection broke. The pool opens a new connection at the next use. */
  readonly connectionLost: (error: Error) => void;
  /** Called when log segments wait because they cannot be written to ARCHIVE_DIR. Receives a message for the operator. */
  readonly archiveBehind?: (sentence: string) => void;
  /** Called when a migration waits for other processes to release its tables. Receives a message for the operator. */
  readonly updateWaits?: (sentence: string) => void;
  /** Called when the embedded PostgreSQL server is lost permanently, so that this process cannot continue. */
  readonly databaseLost: (reason: unknown) => void;
}

const OLDEST_POSTGRES_VERSION_NUM = 150_000;

interface DatabaseSettings {
  readonly dataDir: string;
  readonly database: DatabaseConfig;
  readonly databasePool: number;
}

/**
 * Opens the configured database.
 * @throws StartError with a message for the operator
 */
export async function openDatabase(
  config: DatabaseSettings,
  incidents: IncidentHandlers,
): Promise<OpenDatabase> {
  rejectHalfRestoredFolder(config.dataDir);
  const { database, databasePool } = config;
  return database.kind === 'embedded'
    ? openEmbeddedDatabase(config, database.settings, incidents)
    : openExternalDatabase(database.url, databasePool, incidents);
}

function rejectHalfRestoredFolder(dataDir: string): void {
  if (fs.existsSync(path.join(dataDir, RESTORING_MARKER)))
    throw new StartError(
      `Hay una restauración en ${dataDir} que sigue o quedó a medias: espérala, o vacía la carpeta y restaura de nuevo.`,
    );
}

async function openEmbeddedDatabase(
  { dataDir, databasePool: max }: DatabaseSettings,
  settings: readonly string[] | undefined,
  incidents: IncidentHandlers,
): Promise<OpenDatabase> {
  const onLost = incidents.databaseLost;
  const server = await startEmbeddedDatabase({ dataDir, onLost, ...(settings && { settings }) });
  const pool = createPool({ ...server.connection, max }, incidents.connectionLost);
  const close = async () => {
    await pool.end();
    await server.stop();
  };
  try {
    await checkServerLimits(pool, max);
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, description: `PostgreSQL incluido, en ${dataDir}`, close };
}

/**
 * Query for the database's version and for the total number of connections that the database allows this user, over all servers
 * and other clients.
 */
const SERVER_LIMITS_QUERY = `
select current_setting('server_version_num')::integer as version,
  least(current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
      - coalesce(current_setting('reserved_connections', true)::integer, 0),
    (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
    (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as connections`;

/**
 * Checks the version and the connection limit of the database.
 * @returns the maximum number of connections that the database allows
 * @throws StartError when the database is too old, or allows too few connections for this server
 */
async function checkServerLimits(pool: Pool, max: number): Promise<number> {
  const { rows } = await pool.query<{ version: number; connections: number }>(SERVER_LIMITS_QUERY);
  const { version, connections } = rows[0] ?? { version: 0, connections: 0 };
  if (version < OLDEST_POSTGRES_VERSION_NUM)
    throw new StartError(
      'La base de datos de DATABASE_URL es anterior a PostgreSQL 15: indica una más nueva.',
    );
  if (connections < max)
    throw new StartError(
      `La base de datos da ${connections} conexiones y DATABASE_POOL es ${max}: bájalo o sube max_connections; los de todos los proveedores juntos tienen que caber.`,
    );
  return connections;
}

async function openExternalDatabase(
  url: string,
  max: number,
  incidents: IncidentHandlers,
): Promise<OpenDatabase> {
  const pool = createPool({ connectionString: url, max }, incidents.connectionLost);
  const place = new URL(url).host || 'el socket local';
  let connections: number;
  try {
    connections = await checkServerLimits(pool, max);
  } catch (error) {
    await pool.end();
    if (error instanceof StartError) throw error;
    throw new StartError(formatUnreachableError(place, error), { cause: error });
  }
  const description = `PostgreSQL en ${place} (a lo más ${max} de sus ${connections} conexiones)`;
  return { pool, description, close: () => pool.end() };
}

/**
 * Builds the error message with the driver's own text, which shows whether the host name, the password or the database name is
 * wrong.
 */
function formatUnreachableError(place: string, error: unknown): string {
  const reason = errorCode(error) || 'sin respuesta';
  const words = error instanceof Error && error.message !== '' ? `: ${error.message}` : '';
  return `No se puede abrir la base de datos de DATABASE_URL en ${place} (${reason}${words}): comprueba que ese servidor esté encendido y que DATABASE_URL tenga su usuario, su clave y su nombre.`;
}
