import fs from 'node:fs';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { applyMissingMigrations } from '#server/platform/database/start/migrate.ts';
import { createPool } from '#server/platform/database/connection/pool.ts';
import {
  type EmbeddedDatabase,
  startEmbeddedDatabase,
} from '#server/platform/database/embedded/supervisor.ts';
import { makeScratchFolder } from '#tests/support/base/scratch.ts';
import { TEMPLATE_DATABASE, TEST_DATABASE_PREFIX } from './embedded-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    embeddedDatabase: EmbeddedDatabase['connection'];
  }
}

/**
 * Starts one PostgreSQL without fsync for the run, and a template database with all migrations (global setup of vitest).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = makeScratchFolder('test');
  const database = await startEmbeddedDatabase({ dataDir, database: TEMPLATE_DATABASE, durable: false });
  const pool = createPool(database.connection);
  await applyMissingMigrations(pool);
  await pool.end();
  project.provide('embeddedDatabase', database.connection);
  return async () => {
    const left = await findLeftoverDatabases(database.connection);
    await database.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
    if (left.length > 0) throw new Error(`Test files that did not drop() their database: ${left.join(', ')}`);
  };
}

async function findLeftoverDatabases(connection: EmbeddedDatabase['connection']): Promise<string[]> {
  const client = new Client({ ...connection, database: 'postgres' });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [TEST_DATABASE_PREFIX],
  );
  await client.end();
  return rows.map((row) => row.datname);
}
