import { once } from 'node:events';
import http from 'node:http';
import { Writable } from 'node:stream';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DrainingState } from '#server/platform/http/program/draining.ts';
import { createPool } from '#server/platform/database/connection/pool.ts';
import { finishRequestsAndClose } from '#server/listen.ts';
import { type Server, rejectionOf, startReplica, startServer } from '../support/server.ts';

let firstServer: Server;
beforeAll(async () => {
  firstServer = await startServer('ready');
});
afterAll(() => firstServer.stop());

const UNREADY_REJECTION = [503, 'unavailable'];

describe('P10.64 GET /ready for the load balancer', () => {
  it('/ready returns 200 when the database responds and has its tables', async () => {
    const reply = await firstServer.anonymous.get('/ready');
    expect([reply.statusCode, reply.json()]).toEqual([200, { service: 'ventanilla', status: 'ready' }]);
  });

  it('/ready returns 503 when the database is unavailable or lacks the newest migration; /health returns 200 while the database is unavailable', async () => {
    const pool = createPool({ host: '/nonexistent' });
    const away = await startReplica(firstServer, { pool });
    expect(rejectionOf(await away.anonymous.get('/ready'))).toEqual(UNREADY_REJECTION);
    expect((await away.anonymous.get('/health')).statusCode).toBe(200);
    await away.stop();
    await pool.end();

    const { rows } = await firstServer.database.pool.query<{ number: number }>(
      'delete from schema_migrations where number = (select max(number) from schema_migrations) returning *',
    );
    expect(rejectionOf(await firstServer.anonymous.get('/ready'))).toEqual(UNREADY_REJECTION);
    await firstServer.database.pool.query(
      'insert into schema_migrations select * from json_populate_record(null::schema_migrations, $1)',
      [rows[0]],
    );
    expect((await firstServer.anonymous.get('/ready')).statusCode).toBe(200);
  });

  it('the server logs failures of other calls, but not of /ready', async () => {
    const lines: string[] = [];
    const stream = new Writable({ write: (chunk: Buffer, _, done) => done(void lines.push(String(chunk))) });
    const pool = createPool({ host: '/nonexistent' });
    const away = await startReplica(firstServer, { pool, logger: { level: 'warn', stream } });
    expect(rejectionOf(await away.anonymous.get('/ready'))).toEqual(UNREADY_REJECTION);
    const ofReady = lines.length;
    await away.anonymous.post('/auth/login', { json: { email: 'a@prueba.demo', password: 'Aguacero-2026' } });
    await away.stop();
    await pool.end();
    expect([ofReady, lines.length > 0]).toEqual([0, true]);
  });

  it('/ready returns 200 when the tables are of a newer version, so that a running server continues', async () => {
    await firstServer.database.pool.query(
      "insert into schema_migrations (number, name, checksum) values (9999, 'n', 'n')",
    );
    expect((await firstServer.anonymous.get('/ready')).statusCode).toBe(200);
    await firstServer.database.pool.query('delete from schema_migrations where number = 9999');
  });

  it('simultaneous requests of /ready share one database query', async () => {
    const asked = await Promise.all(Array.from({ length: 50 }, () => firstServer.anonymous.get('/ready')));
    expect(new Set(asked.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(firstServer.database.pool.totalCount).toBeLessThan(10);
  });
});

describe('P10.64 graceful stop', () => {
  it('a stopping server closes each connection after its response, and completes requests in progress', async () => {
    const draining = new DrainingState();
    const replica = await startReplica(firstServer, { draining });
    const { app } = replica;
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let waiting = 0;
    app.get('/held', async () => {
      waiting += 1;
      await held;
      return 'whole';
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const get = async (path: string, by = agent) => {
      const [response] = (await once(http.get({ port, host: '127.0.0.1', path, agent: by }), 'response')) as [
        http.IncomingMessage,
      ];
      const text = (await response.setEncoding('utf8').toArray()).join('');
      return { status: response.statusCode, connection: response.headers.connection, text };
    };
    expect(await get('/api/v1/ready')).toMatchObject({ status: 200, connection: 'keep-alive' });

    const slow = get('/held', new http.Agent());
    await expect.poll(() => waiting).toBe(1);
    await draining.begin(0);
    expect(await get('/api/v1/ready')).toMatchObject({ status: 503, connection: 'close' });
    // The server still accepts connections, so the next request opens a new one.
    expect(await get('/api/v1/health')).toMatchObject({ status: 200, connection: 'close' });
    const finished = finishRequestsAndClose(app);
    release();
    expect(await slow).toMatchObject({ status: 200, text: 'whole' });
    await finished;
    await expect(get('/api/v1/health')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await replica.stop();
  });
});
