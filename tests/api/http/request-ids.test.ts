import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEADER, REQUEST_ID_PATTERN } from '#contract/headers.ts';
import { evaluationBody } from '../support/capture.ts';
import { type Server, startServer } from '../support/server.ts';

let server: Server;
const logRecords: Record<string, unknown>[] = [];
beforeAll(async () => {
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logRecords.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  server = await startServer('request-ids', { logger: { level: 'trace', stream } });
});
afterAll(() => server.stop());

const requestIdOf = ({ headers }: { readonly headers: Record<string, unknown> }): string =>
  String(headers[HEADER.requestId]);

describe('P10.81 request id in responses', () => {
  it.each([
    ['a success', 'GET', '/health', 200],
    ['a refusal', 'GET', '/auth/me', 401],
    ['an address that is none', 'GET', '/otra', 404],
    ['one that cannot be read', 'GET', '/evaluations/%zz', 400],
    ['a file that is not there', 'GET', '//nada', 404],
  ] as const)('the server’s response has a request id for %s', async (_name, method, path, status) => {
    const reply = await server.anonymous.send(method, path);
    expect(reply.statusCode).toBe(status);
    expect(requestIdOf(reply)).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(requestIdOf(reply)).toMatch(REQUEST_ID_PATTERN);
  });

  it('each of two hundred requests gets a different request id', async () => {
    const replies = await Promise.all(
      Array.from({ length: 200 }, () => server.app.inject({ url: '/api/v1/health' })),
    );
    expect(new Set(replies.map(requestIdOf)).size).toBe(200);
  });

  it('the server never uses a request id that a client sends', async () => {
    const sent = 'ABCDE-12345';
    const reply = await server.anonymous.get('/health', {
      [HEADER.requestId]: sent,
      'x-correlation-id': sent,
      'request-id': sent,
    });
    expect(requestIdOf(reply)).not.toBe(sent);
  });

  it('the server responds without request id to bytes that are not HTTP', async () => {
    if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const socket = net.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('ni idea\r\n\r\n');
    const response = (await text(socket)).toLowerCase();
    expect(response).toContain('400 bad request');
    expect(response).not.toContain(HEADER.requestId);
  });
});

describe('P10.81 request id in server log entries', () => {
  it('the log entry of a call and the log entry of its failure have the same request id', async () => {
    const receptionist = await server.as('desk');
    const { pool } = server.database;
    await pool.query(`alter table evaluations add constraint bug check (additional_info <> 'x')`);
    logRecords.length = 0;
    const reply = await receptionist.post('/evaluations', {
      json: evaluationBody(server, {}, { additional_info: 'x' }),
    });
    await pool.query('alter table evaluations drop constraint bug');
    expect(reply.statusCode).toBe(500);
    const linesOfCall = () => logRecords.filter(({ request }) => request === requestIdOf(reply));
    await expect.poll(() => linesOfCall().map(({ msg, status }) => msg ?? status)).toEqual(['internal', 500]);
  });

  it('the server logs the request id for work that continues after the response', async () => {
    const { pool } = server.database;
    await pool.query(`alter table activity add constraint bug check (status <> 'refused') not valid`);
    logRecords.length = 0;
    const reply = await server.anonymous.post('/auth/login', {
      json: { email: 'desk@prueba.demo', password: 'otra-9999' },
    });
    const loggedRequestId = () => logRecords.find(({ msg }) => msg === 'activity failed')?.['request'];
    await expect.poll(loggedRequestId).toBe(requestIdOf(reply));
    await pool.query('alter table activity drop constraint bug');
  });
});
