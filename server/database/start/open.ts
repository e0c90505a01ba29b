import fs from 'node:fs';
import path from 'node:path';
import type { Pool } from 'pg';
import { StartError, errorCode } from '../../base/start-error.ts';
import { createPool } from '../connection/pool.ts';
import { RESTORING } from '../embedded/cluster.ts';
import { startEmbeddedDatabase } from '../embedded/supervisor.ts';

/** Where PostgreSQL is: our own below the data folder, or somebody's by address. */
export type DatabaseConfig =
  | { readonly kind: 'embedded'; readonly settings?: readonly string[] }
  | { readonly kind: 'external'; readonly url: string };

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
  /** Segments of the log wait and do not reach ARCHIVE_DIR; a sentence for the operator. */
  readonly archiveBehind?: (sentence: string) => void;
  /** The tables are brought up to date once others let go of them; a sentence for the operator. */
  readonly updateWaits?: (sentence: string) => void;
  /** The embedded server is gone for good: the program cannot go on. */
  readonly databaseLost: (reason: unknown) => void;
}

const OLDEST_VERSION = 150_000;

interface DatabaseSettings {
  readonly dataDir: string;
  readonly database: DatabaseConfig;
  /** DATABASE_POOL: connections of this provider at most. */
  readonly databasePool: number;
}

/** @throws StartError with a sentence for the operator. */
export async function openDatabase(config: DatabaseSettings, incidents: Incidents): Promise<OpenDatabase> {
  refuseHalfRestored(config.dataDir);
  const { database, databasePool } = config;
  return database.kind === 'embedded'
    ? openEmbedded(config, database.settings, incidents)
    : openExternal(database.url, databasePool, incidents);
}

function refuseHalfRestored(dataDir: string): void {
  if (fs.existsSync(path.join(dataDir, RESTORING)))
    throw new StartError(
      `Hay una restauración en ${dataDir} que sigue o quedó a medias: espérala, o vacía la carpeta y restaura de nuevo.`,
    );
}

async function openEmbedded(
  { dataDir, databasePool: max }: DatabaseSettings,
  settings: readonly string[] | undefined,
  incidents: Incidents,
): Promise<OpenDatabase> {
  const onLost = incidents.databaseLost;
  const server = await startEmbeddedDatabase({ dataDir, onLost, ...(settings && { settings }) });
  const pool = createPool({ ...server.connection, max }, incidents.connectionLost);
  const close = async () => {
    await pool.end();
    await server.stop();
  };
  try {
    await checkServer(pool, max);
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, description: `PostgreSQL incluido, en ${dataDir}`, close };
}

/** What there is for all providers together, and for whatever else signs in as this user or to this database. */
const SERVER = `
select current_setting('server_version_num')::integer as version,
  least(current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
      - coalesce(current_setting('reserved_connections', true)::integer, 0),
    (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
    (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as connections`;

/** @returns how many connections the database gives @throws StartError where it is too old, or they are not enough for this provider */
async function checkServer(pool: Pool, max: number): Promise<number> {
  const { rows } = await pool.query<{ version: number; connections: number }>(SERVER);
  const { version, connections } = rows[0] ?? { version: 0, connections: 0 };
  if (version < OLDEST_VERSION)
    throw new StartError(
      'La base de datos de DATABASE_URL es anterior a PostgreSQL 15: indica una más nueva.',
    );
  if (connections < max)
    throw new StartError(
      `La base de datos da ${connections} conexiones y DATABASE_POOL es ${max}: bájalo o sube max_connections; los de todos los proveedores juntos tienen que caber.`,
    );
  return connections;
}

async function openExternal(url: string, max: number, incidents: Incidents): Promise<OpenDatabase> {
  const pool = createPool({ connectionString: url, max }, incidents.connectionLost);
  const place = new URL(url).host || 'el socket local';
  let connections: number;
  try {
    connections = await checkServer(pool, max);
  } catch (error) {
    await pool.end();
    if (error instanceof StartError) throw error;
    throw new StartError(unreachable(place, error), { cause: error });
  }
  const description = `PostgreSQL en ${place} (a lo más ${max} de sus ${connections} conexiones)`;
  return { pool, description, close: () => pool.end() };
}

/** With the driver's own words: they say which of name, password and database is wrong. */
function unreachable(place: string, error: unknown): string {
  const reason = errorCode(error) || 'sin respuesta';
  const words = error instanceof Error && error.message !== '' ? `: ${error.message}` : '';
  return `No se puede abrir la base de datos de DATABASE_URL en ${place} (${reason}${words}): comprueba que ese servidor esté encendido y que DATABASE_URL tenga su usuario, su clave y su nombre.`;
}
