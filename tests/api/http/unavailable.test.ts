// @module-tag landing
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Pool, type PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Media } from '#contract/records/evaluation/capture.ts';
import { type AppDependencies, buildApp } from '#server/app.ts';
import { createDiskFileStore } from '#server/platform/files/disk-files.ts';
import { createPool } from '#server/platform/database/connection/pool.ts';
import { CuttableConnection } from '#tests/cluster/cuttable-connection.ts';
import { createEvaluation, evaluationBody, idempotencyHeader } from '../support/capture.ts';
import { holdLocks, countStatementsWaitingForLock } from '../support/locks.ts';
import { PASSWORD, emailOf } from '../support/clinic.ts';
import { mediaParts } from '../support/files/multipart.ts';
import { photo } from '../support/files/pictures.ts';
import {
  type Caller,
  type Server,
  responseOf,
  createCaller,
  errorCodeOf,
  rejectionOf,
  startServer,
} from '../support/server.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer('away');
});
afterAll(() => server.stop());

const buildAppOn = (pool: Pool, rest: Partial<AppDependencies> = {}) =>
  buildApp({
    pool,
    files: createDiskFileStore(os.tmpdir()),
    staticDir: null,
    publicUrl: null,
    logger: false,
    ...rest,
  });
const receptionistCredentials = { email: emailOf('desk'), password: PASSWORD };

/**
 * Ends the database connections while the command waits for a lock on the table. Checks that the server responds 503 and then
 * recovers.
 */
async function expectRecoveryAfterBreak(
  table: string,
  send: (caller: Caller) => ReturnType<Caller['post']>,
): Promise<void> {
  const admin = await server.as('admin');
  const { pool } = server.database;
  const release = await holdLocks(server, `lock table ${table} in access exclusive mode`);
  const waiting = send(admin);
  await expect.poll(() => countStatementsWaitingForLock(server)).toBe(1);
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle in transaction'`,
  );
  const reply = await waiting;
  await release();
  expect([reply.statusCode, errorCodeOf(reply)]).toEqual([503, 'unavailable']);
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  expect((await admin.get('/auth/me')).statusCode).toBe(200);
}

type RunQuery = (statement: string | { text: string }, ...rest: unknown[]) => Promise<unknown>;

/**
 * Breaks each connection taken from the pool right before its commit.
 * @returns a function after which newly taken connections stay intact
 */
function cutBeforeCommit(pool: Pool): () => void {
  const spoilt = new Set<PoolClient>();
  const breakCommit = (client: PoolClient) => {
    if (spoilt.has(client)) return;
    spoilt.add(client);
    const query = client.query.bind(client) as RunQuery;
    const cutCommit: RunQuery = async (statement, ...rest) => {
      if ((typeof statement === 'string' ? statement : statement.text) === 'commit') {
        const ended = new Promise((resolve) => client.once('end', resolve));
        await query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
        await ended;
      }
      return query(statement, ...rest);
    };
    Object.assign(client, { query: cutCommit });
  };
  pool.on('acquire', breakCommit);
  return () => void pool.off('acquire', breakCommit);
}

describe('S8 unavailable database', () => {
  it.each([{ host: '/nonexistent' }, { host: '127.0.0.1', port: 1 }])(
    'the server responds 503 when the database cannot be reached at %j',
    async (connection) => {
      const pool = createPool(connection);
      const app = await buildAppOn(pool);
      const reply = await createCaller(app).post('/auth/login', { json: receptionistCredentials });
      expect([reply.statusCode, errorCodeOf(reply)]).toEqual([503, 'unavailable']);
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      await app.close();
      await pool.end();
    },
  );

  it('the server responds 503 when all database connections stay in use for too long', async () => {
    const pool = new Pool({ ...server.database.connection, max: 1, connectionTimeoutMillis: 500 });
    const app = await buildAppOn(pool);
    const taken = await pool.connect();
    const reply = await createCaller(app).post('/auth/login', { json: receptionistCredentials });
    taken.release();
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([503, 'unavailable']);
    await app.close();
    await pool.end();
  });

  it('P10.146 when the database stops responding, the server responds 503 within the time limit and opens another connection for the next request', async () => {
    const { connection } = server.database;
    const line = await CuttableConnection.openTo(`${connection.host}/.s.PGSQL.${connection.port}`);
    const pool = createPool({ ...connection, host: '127.0.0.1', port: line.port, query_timeout: 5_000 });
    const app = await buildAppOn(pool);
    const signIn = async () =>
      (await createCaller(app).post('/auth/login', { json: receptionistCredentials })).statusCode;
    expect(await signIn()).toBe(200);
    line.cut();
    expect(await signIn()).toBe(503);
    line.repair();
    expect(await signIn()).toBe(200);
    await app.close();
    await pool.end();
    await line.close();
  });

  it('P10.146 the server responds 503 when the database has become read-only', async () => {
    const pool = createPool({
      ...server.database.connection,
      options: '-c default_transaction_read_only=on',
    });
    const app = await buildAppOn(pool);
    const reply = await createCaller(app).post('/auth/login', { json: receptionistCredentials });
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([503, 'unavailable']);
    await app.close();
    await pool.end();
  });

  it('the server responds 503 when the database connection breaks during a command, and then recovers', () =>
    expectRecoveryAfterBreak('patients', (admin) =>
      admin.post('/evaluations', { json: evaluationBody(server) }),
    ));

  it('the server responds 503 when the database connection breaks during a catalogue change', () =>
    expectRecoveryAfterBreak('companies', (admin) =>
      admin.post('/companies', { json: { code: '999000777-1', name: 'Ficticia de Prueba' } }),
    ));

  it('the server responds 503 when the database connection breaks right before the commit of a change', async () => {
    const admin = await server.as('admin');
    const company = { json: { code: '999000777-1', name: 'Ficticia de Prueba' } };
    const mend = cutBeforeCommit(server.database.pool);
    const reply = await admin.post('/companies', company);
    mend();
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([503, 'unavailable']);
    expect((await admin.post('/companies', company)).statusCode).toBe(201);
  });
});

describe('P10.58 unavailable disk for files', () => {
  it('the server responds 503 when it cannot read a file from the disk', async () => {
    const receptionist = await server.as('desk');
    const id = await createEvaluation(server, receptionist);
    const sent = await receptionist.post(`/evaluations/${id}/media`, {
      parts: mediaParts('photo', await photo()),
      headers: idempotencyHeader(),
    });
    const { storage_path } = responseOf(Media, sent);
    const file = path.join(server.filesDir, storage_path);
    await fs.unlink(file);
    // The read of this file fails with a real EIO.
    await fs.symlink('/proc/self/mem', file);
    const reply = await receptionist.get(`/files/${storage_path}`);
    expect(rejectionOf(reply)).toEqual([503, 'unavailable']);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  });
});
