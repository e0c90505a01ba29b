/// <reference types="vite/types/importMeta.d.ts" />
import { createHash } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { StartError, errorCode } from '../../base/start-error.ts';
import { LOCK_KEYS } from '../connection/lock-keys.ts';
import { untimedQueryConfig } from '../connection/pool.ts';

/** Numbered SQL file. A released file never changes; a correction gets the next number. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

/** Texts of the SQL files. They are bundled, so that the built program needs no SQL files. */
const bundledSqlFiles = import.meta.glob<string>('../../../migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const migrations: readonly Migration[] = readMigrations(bundledSqlFiles);

/**
 * Returns the migrations in order of their numbers, beginning with `0001_reception.sql`. The numbers must run from 1 without a
 * gap.
 */
export function readMigrations(files: Readonly<Record<string, string>>): Migration[] {
  const found = Object.entries(files).map(([file, sql]) => {
    const name = path.basename(file, '.sql');
    return { number: Number.parseInt(name, 10), name, sql: sql.replaceAll('\r\n', '\n') };
  });
  found.sort((a, b) => a.number - b.number);
  const misplaced = found.find((migration, index) => migration.number !== index + 1);
  if (misplaced)
    throw new StartError(`La migración ${misplaced.name} rompe la cuenta 1, 2, 3, …: cámbiale el número.`);
  return found;
}

/**
 * Applies the missing migrations, each file in a separate transaction. An advisory lock makes concurrent starts wait for each
 * other. The lock belongs to the transaction and not to the session, because a connection pooler may change the session between
 * two statements.
 * @param tell receives a message for the operator
 * @throws StartError when the database is newer than the program, or a released file was changed
 */
export async function applyMissingMigrations(
  pool: pg.Pool,
  wanted: readonly Migration[] = migrations,
  tell: (sentence: string) => void = () => undefined,
): Promise<void> {
  const client = await pool.connect();
  try {
    const reported = limitToFirstReport(tell);
    while (await applyNextOrPause(client, wanted, reported));
    client.release();
  } catch (error) {
    client.release(true); // Closes the connection, which ends the transaction and releases the lock.
    throw error;
  }
}

/**
 * Time in milliseconds that a migration waits for the lock of a table. During the wait, all new queries on the table wait
 * behind the migration, also those of a server of the earlier version. Therefore each wait is short, and it is repeated.
 */
const TABLE_LOCK_TIMEOUT_MS = 3_000;
const BUSY_TABLES_DELAY_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';
const BUSY_TABLES_TEXT =
  'La base de datos se actualiza en cuanto otro programa suelte sus tablas; se intenta de nuevo cada pocos segundos. Si no avanza, termina lo que las tenga ocupadas (pg_stat_activity).';

function limitToFirstReport(tell: (sentence: string) => void): (sentence: string) => void {
  let isReported = false;
  return (sentence) => {
    if (!isReported) tell(sentence);
    isReported = true;
  };
}

/**
 * Applies the next migration. If its tables are in use, rolls back and pauses.
 * @returns true if further migrations may be missing
 */
async function applyNextOrPause(
  client: pg.PoolClient,
  wanted: readonly Migration[],
  tell: (sentence: string) => void,
): Promise<boolean> {
  try {
    return await applyNextMigration(client, wanted);
  } catch (error) {
    if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error;
    await client.query('rollback');
    tell(BUSY_TABLES_TEXT);
    await pause(BUSY_TABLES_DELAY_MS);
    return true;
  }
}

/**
 * Applies the next migration.
 * @returns false if no migration was missing
 */
async function applyNextMigration(client: pg.PoolClient, wanted: readonly Migration[]): Promise<boolean> {
  await client.query('begin');
  // The timeout is disabled for the wait for the migration lock: another starting process may hold the lock for minutes while
  // it migrates a large database.
  await client.query('set local statement_timeout = 0');
  await client.query(untimedQueryConfig('select pg_advisory_xact_lock($1)', [LOCK_KEYS.migration]));
  await client.query(`create table if not exists schema_migrations (
    number integer primary key, name text not null, checksum text not null,
    applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ number: number; name: string; checksum: string }>(
    'select number, name, checksum from schema_migrations order by number',
  );
  for (const applied of rows) rejectDifferentMigration(applied, wanted[applied.number - 1]);
  const next = wanted[rows.length];
  if (next) await applyMigration(client, next);
  await client.query('commit');
  return next !== undefined;
}

/**
 * Checksums of the migration files that had another text in versions between 0.1 and 1.0. The difference is only a file name in
 * a comment; the statements are the same.
 */
const INTERIM_CHECKSUMS: Readonly<Record<string, string>> = {
  '0008_reads_in_the_log': '707751f7df1aca3bec54d6aa25d8aba674553289207cd77da3a5a2c5b9d13529',
};

/**
 * Compares an applied migration with `known`, this program's migration of the same number.
 * @throws StartError when they differ, or this program has no migration of this number
 */
export function rejectDifferentMigration(
  applied: { name: string; checksum: string },
  known: Migration | undefined,
): void {
  if (!known)
    throw new StartError(
      `La base de datos es de una versión más nueva de este programa (tiene ${applied.name}): inicia esa versión.`,
    );
  if (migrationChecksumOf(known) !== applied.checksum && INTERIM_CHECKSUMS[known.name] !== applied.checksum)
    throw new StartError(
      `La migración ${known.name} no es aquella con la que se hizo la base de datos (${applied.name}): vuelve a poner el archivo de la versión publicada.`,
    );
}

async function applyMigration(client: pg.PoolClient, migration: Migration): Promise<void> {
  // The timeout is set only after the advisory lock is taken, because it must not limit the wait for another starting process.
  await client.query(`set local lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}`);
  await client.query(untimedQueryConfig(migration.sql));
  await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
    migration.number,
    migration.name,
    migrationChecksumOf(migration),
  ]);
}

const migrationChecksumOf = ({ sql }: Migration) => createHash('sha256').update(sql).digest('hex');
