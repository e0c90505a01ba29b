import path from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { StartError, errorCode } from '../../base/start-error.ts';
import type { DatabaseConfig } from '../../database/start/open.ts';
import { connectionTo, findPostmaster } from '../../database/embedded/postmaster.ts';
import { migrations, refuseUnknown } from '../../database/start/migrate.ts';
import { type Facts, readFacts } from './facts.ts';

/** The name of our database in the embedded cluster. */
export const DATABASE = 'ventanilla';

/** Of the configuration; the embedded server has to run. @throws StartError */
export function connectionOf(dataDir: string, database: DatabaseConfig): ClientConfig {
  if (database.kind === 'external') return { connectionString: database.url };
  const server = findPostmaster(path.join(dataDir, 'postgres'));
  if (server) return connectionTo(server.socketDir, DATABASE);
  throw new StartError(
    `Ningún proveedor trabaja en la carpeta de datos ${dataDir}: inícialo, o indica su DATA_DIR, y repite esto.`,
  );
}

/** @throws StartError where it cannot be reached */
export async function withClient<Result>(
  connection: ClientConfig,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(connection);
  client.on('error', () => undefined); // the query's own error follows
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

/** What is known of the database before a copy of it begins. */
export interface Beginning {
  readonly facts: Facts;
  /** Major version. */
  readonly postgres: number;
  /** Whether its log is archived. */
  readonly isArchived: boolean;
  /** Everything that was committed before this is in a copy that begins now, by the earlier of the two clocks. */
  readonly heldUntil: Date;
}

/** @throws StartError where the database is of another version of this program */
export async function lookAtDatabase(client: Client): Promise<Beginning> {
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
  const facts = await readFacts(client);
  refuseOtherVersion(facts);
  const isArchived = found.archived;
  return { facts, postgres: found.version, isArchived, heldUntil: found.now < before ? found.now : before };
}

function refuseOtherVersion({ migrations: applied }: Facts): void {
  for (const [index, migration] of applied.entries()) refuseUnknown(migration, migrations[index]);
  if (applied.length < migrations.length)
    throw new StartError(
      'La base de datos es de una versión anterior de este programa: reinicia el proveedor, que la pone al día, y repite esto.',
    );
}
