import path from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { StartError, errorCode } from '../../base/start-error.ts';
import type { DatabaseConfig } from '../../database/start/open.ts';
import { socketConnectionTo, findPostmaster } from '../../database/embedded/postmaster.ts';
import { migrations, rejectDifferentMigration } from '../../database/start/migrate.ts';
import { type DatabaseFacts, readDatabaseFacts } from './facts.ts';

export const EMBEDDED_DATABASE_NAME = 'ventanilla';

/**
 * Returns the connection to the configured database. The embedded database must be running.
 * @throws StartError
 */
export function connectionConfigOf(dataDir: string, database: DatabaseConfig): ClientConfig {
  if (database.kind === 'external') return { connectionString: database.url };
  const server = findPostmaster(path.join(dataDir, 'postgres'));
  if (server) return socketConnectionTo(server.socketDir, EMBEDDED_DATABASE_NAME);
  throw new StartError(
    `Ningún proveedor trabaja en la carpeta de datos ${dataDir}: inícialo, o indica su DATA_DIR, y repite esto.`,
  );
}

/**
 * Runs the work with a new connection, which is closed afterwards.
 * @throws StartError when the database cannot be reached
 */
export async function withClient<Result>(
  connection: ClientConfig,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(connection);
  client.on('error', () => undefined); // The event is ignored, because the running query reports the same error.
  try {
    await client.connect();
  } catch (cause) {
    throw new StartError(
      `No se puede abrir la base de datos (${errorCode(cause) || 'sin respuesta'}): ejecuta esto con la cuenta del proveedor y mientras el proveedor trabaja.`,
      { cause },
    );
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export interface DatabaseState {
  readonly facts: DatabaseFacts;
  readonly postgres: number;
  readonly isArchived: boolean;
  /**
   * A backup that begins now contains everything that was committed before this time. It is the earlier of two times, one from
   * this machine's clock and one from the database's.
   */
  readonly heldUntil: Date;
}

/**
 * Reads the state of the database before a backup.
 * @throws StartError when the database is empty or belongs to another version of this program
 */
export async function readDatabaseState(client: Client): Promise<DatabaseState> {
  const before = new Date();
  const { rows } = await client.query<{ now: Date; version: number; archived: boolean; known: boolean }>(
    `select transaction_timestamp() as now, current_setting('server_version_num')::integer / 10000 as version,
      current_setting('archive_mode') = 'on' as archived, to_regclass('schema_migrations') is not null as known`,
  );
  const found = rows[0];
  if (!found?.known)
    throw new StartError(
      'La base de datos está vacía: no hay nada que copiar antes de iniciar el proveedor por primera vez.',
    );
  const facts = await readDatabaseFacts(client);
  rejectOtherVersion(facts);
  const isArchived = found.archived;
  return { facts, postgres: found.version, isArchived, heldUntil: found.now < before ? found.now : before };
}

function rejectOtherVersion({ migrations: applied }: DatabaseFacts): void {
  for (const [index, migration] of applied.entries()) rejectDifferentMigration(migration, migrations[index]);
  if (applied.length < migrations.length)
    throw new StartError(
      'La base de datos es de una versión anterior de este programa: reinicia el proveedor, que la pone al día, y repite esto.',
    );
}
