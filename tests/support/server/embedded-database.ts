import { randomUUID } from 'node:crypto';
import { Client, type Pool, escapeIdentifier } from 'pg';
import { inject } from 'vitest';
import { createPool } from '#server/platform/database/connection/pool.ts';

export const TEMPLATE_DATABASE = 'ventanilla_template';
/**
 * Prefix of each test database's name. The caller's label follows, so that a database that was not dropped shows its test file.
 */
export const TEST_DATABASE_PREFIX = 'test_';

export interface TestDatabase {
  readonly pool: Pool;
  readonly connection: { host: string; port: number; user: string; database: string };
  /** Ends `pool` and drops the database. Fails if the test file has left other connections open. */
  drop(): Promise<void>;
}

/** Creates a database with the schema and without data, as a copy of the template. Call `drop` in `afterAll`. */
export const createTestDatabase = (label = 'file') =>
  createNamedDatabase(label, ` template ${TEMPLATE_DATABASE} strategy file_copy`);

export const createEmptyDatabase = () => createNamedDatabase('empty', '');

async function createNamedDatabase(label: string, from: string): Promise<TestDatabase> {
  const database = `${TEST_DATABASE_PREFIX}${label}_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  await runAsAdministrator(`create database ${escapeIdentifier(database)}${from}`);
  const connection = { ...inject('embeddedDatabase'), database };
  const pool = createPool(connection);
  return { pool, connection, drop: () => dropDatabase(pool, database) };
}

/**
 * Drops the database without FORCE, so that a connection left open is an error: PostgreSQL waits a few seconds for it and then
 * rejects the command.
 */
async function dropDatabase(pool: Pool, database: string): Promise<void> {
  if (!pool.ended) await pool.end();
  await runAsAdministrator(`drop database ${escapeIdentifier(database)}`);
}

async function runAsAdministrator(sql: string): Promise<void> {
  const client = new Client({ ...inject('embeddedDatabase'), database: 'postgres' });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
