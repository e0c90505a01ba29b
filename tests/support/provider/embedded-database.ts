import { randomUUID } from 'node:crypto';
import { Client, type Pool, escapeIdentifier } from 'pg';
import { inject } from 'vitest';
import { createPool } from '#server/database/connection/pool.ts';

export const TEMPLATE = 'ventanilla_template';
/** Prefix before the caller's label, so that a database that was not dropped shows its owner. */
export const TEST_PREFIX = 'test_';

export interface TestDatabase {
  readonly pool: Pool;
  readonly connection: { host: string; port: number; user: string; database: string };
  /** Ends `pool` and removes the database; fails if the test file left other connections open. */
  drop(): Promise<void>;
}

/** Creates a separate database with the schema and no data: a copy of the template. Call `drop` in `afterAll`. */
export const createTestDatabase = (label = 'file') =>
  create(label, ` template ${TEMPLATE} strategy file_copy`);

/** Creates a database without the app's schema, for tests of the migrations themselves. */
export const createEmptyDatabase = () => create('empty', '');

async function create(label: string, from: string): Promise<TestDatabase> {
  const database = `${TEST_PREFIX}${label}_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  await administer(`create database ${escapeIdentifier(database)}${from}`);
  const connection = { ...inject('embeddedDatabase'), database };
  const pool = createPool(connection);
  return { pool, connection, drop: () => drop(pool, database) };
}

/** Drops the database without FORCE: PostgreSQL rejects this while a client is connected, after a few seconds of waiting. */
async function drop(pool: Pool, database: string): Promise<void> {
  if (!pool.ended) await pool.end();
  await administer(`drop database ${escapeIdentifier(database)}`);
}

async function administer(sql: string): Promise<void> {
  const client = new Client({ ...inject('embeddedDatabase'), database: 'postgres' });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
