import { Client, type ClientConfig, escapeIdentifier } from 'pg';
import { z } from 'zod';
import { INSUFFICIENT_PRIVILEGE, StartError, errorCode } from '../../base/start-error.ts';
import { LOCK_KEYS } from '../../database/connection/lock-keys.ts';
import type { Migration } from '../../database/start/migrate.ts';
import { type ByteStream, ByteReader } from '../encryption/blocks.ts';
import type { OnBackupBytes } from './base-backup.ts';
import { runCopyIn, startCopyOut } from './copy-protocol.ts';

/**
 * A logical backup contains rows without their schema, which our migrations create. It can therefore be restored into any
 * PostgreSQL that is new enough.
 *
 * The format is a sequence of frames, each with a type, a length and bytes. A table has a frame with its name and columns,
 * followed by its rows in binary COPY format.
 */
const FRAME_HEADER_BYTES = 5;
const MAX_FRAME_BYTES = 64 * 1024 * 1024;
const TABLE_FRAME = 'T';
const DATA_FRAME = 'D';
const END_FRAME = 'E';

const TableHeader = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  /**
   * In the database, name of the sequence of the table's identity column; in the backup, the last value of this sequence. Null
   * without an identity column.
   */
  sequence: z.string().nullable(),
});
type TableHeader = z.output<typeof TableHeader>;

/** The query omits generated columns, because the database computes their values. */
const TABLE_HEADERS_QUERY = `
select relation.relname as table,
  array_agg(attname::text order by attnum) filter (where attgenerated = '') as columns,
  max(pg_get_serial_sequence(quote_ident(nspname) || '.' || quote_ident(relation.relname), attname))
    filter (where attidentity <> '') as sequence
from pg_class relation
join pg_namespace space on space.oid = relnamespace
join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
where nspname = current_schema() and relkind = 'r' and relpersistence = 'p'
group by relation.relname order by relation.relname`;

const encodeFrame = (type: string, bytes: Buffer): Buffer => {
  const header = Buffer.alloc(FRAME_HEADER_BYTES, type);
  header.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([header, bytes]);
};
const formatColumnList = (columns: readonly string[]): string => columns.map(escapeIdentifier).join(', ');

async function* encodeTables(client: Client, onBytes: OnBackupBytes): AsyncGenerator<Buffer> {
  const { rows } = await client.query<TableHeader>(TABLE_HEADERS_QUERY);
  let done = 0;
  for (const table of rows) {
    let last: string | null = null;
    if (table.sequence !== null) {
      const found = await client.query<{ last: string }>(`select last_value as last from ${table.sequence}`);
      last = found.rows[0]?.last ?? null;
    }
    yield encodeFrame(TABLE_FRAME, Buffer.from(JSON.stringify({ ...table, sequence: last })));
    const text = `copy ${escapeIdentifier(table.table)} (${formatColumnList(table.columns)}) to stdout (format binary)`;
    for await (const chunk of startCopyOut(client, text).chunks()) {
      done += chunk.length;
      onBytes(done, 0);
      yield encodeFrame(DATA_FRAME, chunk);
    }
  }
  yield encodeFrame(END_FRAME, Buffer.alloc(0));
}

/**
 * Streams all rows of the database in one snapshot.
 * @param look reads facts for a later comparison in the same snapshot
 */
export async function* streamLogicalBackup(
  connection: ClientConfig,
  look: (client: Client) => Promise<void>,
  onBytes: OnBackupBytes,
): AsyncGenerator<Buffer> {
  const client = new Client(connection);
  client.on('error', () => undefined); // The event is ignored, because the running statement reports the same error.
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    await look(client);
    yield* encodeTables(client, onBytes);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

interface BackupFrame {
  readonly type: string;
  readonly bytes: Buffer;
}

const truncatedBackupError = (): StartError =>
  new StartError('La copia de la base de datos está cortada: usa otra copia.');

async function readFrame(reader: ByteReader): Promise<BackupFrame> {
  const header = await reader.takeBytes(FRAME_HEADER_BYTES);
  const length = header?.readUInt32BE(1) ?? 0;
  const bytes = length > MAX_FRAME_BYTES ? null : await reader.takeBytes(length);
  if (!header || !bytes) throw truncatedBackupError();
  return { type: String.fromCharCode(header[0] ?? 0), bytes };
}

/** Reads the frames with the rows of one table. Afterwards, `after` is the first frame that follows. */
class TableRowReader {
  after: BackupFrame | null = null;
  readonly #reader: ByteReader;

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  async *chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      const next = await readFrame(this.#reader);
      if (next.type !== DATA_FRAME) {
        this.after = next;
        return;
      }
      yield next.bytes;
    }
  }
}

async function loadTables(client: Client, source: ByteStream): Promise<void> {
  const reader = new ByteReader(source);
  let next = await readFrame(reader);
  while (next.type === TABLE_FRAME) {
    const { table, columns, sequence } = TableHeader.parse(JSON.parse(next.bytes.toString('utf8')));
    const name = escapeIdentifier(table);
    const rows = new TableRowReader(reader);
    await runCopyIn(
      client,
      `copy ${name} (${formatColumnList(columns)}) from stdin (format binary)`,
      rows.chunks(),
    );
    if (sequence !== null)
      await client.query(
        `select setval(pg_get_serial_sequence($1, attname), $2::bigint) from pg_attribute
          where attrelid = $1::regclass and attidentity <> ''`,
        [name, sequence],
      );
    next = rows.after ?? { type: '', bytes: Buffer.alloc(0) };
  }
  if (next.type !== END_FRAME) throw truncatedBackupError();
}

async function lockEmptyDatabase(client: Client): Promise<void> {
  const { rows } = await client.query<{ mine: boolean; tables: number }>(
    `select pg_try_advisory_xact_lock($1) as mine,
      (select count(*)::integer from pg_class join pg_namespace space on space.oid = relnamespace
        where nspname = current_schema() and relkind in ('r', 'p', 'v')) as tables`,
    [LOCK_KEYS.restore],
  );
  if (!rows[0]?.mine) throw new StartError('Ya hay otra restauración en esta base de datos: espérala.');
  if (rows[0].tables > 0)
    throw new StartError(
      'La base de datos no está vacía: se restaura en una sin tablas. Crea otra e indícala en DATABASE_URL.',
    );
}

/** Deletes the rows that the migrations inserted, because the backup contains them. */
async function emptyAllTables(client: Client): Promise<void> {
  const { rows } = await client.query<TableHeader>(TABLE_HEADERS_QUERY);
  await client.query(`truncate ${formatColumnList(rows.map(({ table }) => table))}`);
}

/** Disables triggers and referential constraints during the load, because the source database has already checked the rows. */
async function disableTriggers(client: Client): Promise<void> {
  try {
    await client.query('set local session_replication_role = replica');
  } catch (error) {
    if (errorCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new StartError(
      'El rol de DATABASE_URL no puede restaurar: un superusuario tiene que darle "grant set on parameter session_replication_role to …"; después repite esto.',
      { cause: error },
    );
  }
}

export interface LogicalRestorePlan {
  readonly connection: ClientConfig;
  /** Migrations with which the backup was made; the next start of the server applies newer ones. */
  readonly schema: readonly Migration[];
  readonly source: ByteStream;
  /** Receives a message for the operator when a step fails after the data have been committed. */
  readonly warn: (sentence: string) => void;
}

/** Collects the statistics of the filled tables, which PostgreSQL would do only minutes after its start. */
async function collectTableStatistics(client: Client, warn: LogicalRestorePlan['warn']): Promise<void> {
  try {
    await client.query('analyze');
  } catch (error) {
    warn(
      `La base de datos está completa, pero PostgreSQL no pudo medir sus tablas (${errorCode(error) || 'sin código'}): puede ir lenta unos minutos, hasta que las mida solo.`,
    );
  }
}

async function fillDatabase(client: Client, { schema, source }: LogicalRestorePlan): Promise<void> {
  await client.query(`create table schema_migrations (
    number integer primary key, name text not null, checksum text not null,
    applied_at timestamptz not null default now())`);
  for (const { sql } of schema) await client.query(sql);
  await disableTriggers(client);
  await emptyAllTables(client);
  await loadTables(client, source);
  await client.query('set local session_replication_role = origin'); // Triggers are enabled again, because the following statements do not load rows.
}

/**
 * Fills an empty database in one transaction, so that the database contains the complete backup or nothing.
 * @param look runs last in the transaction; its failure undoes everything
 * @throws StartError
 */
export async function loadLogicalBackup<Result>(
  loading: LogicalRestorePlan,
  look: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(loading.connection);
  client.on('error', () => undefined); // The event is ignored, because the running statement reports the same error.
  await client.connect();
  try {
    await client.query('begin');
    await lockEmptyDatabase(client);
    await fillDatabase(client, loading);
    const found = await look(client);
    await client.query('commit');
    await collectTableStatistics(client, loading.warn);
    return found;
  } finally {
    await client.end();
  }
}
