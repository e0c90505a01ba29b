import { once } from 'node:events';
import { request as httpRequest, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { HEADER } from '#contract/headers.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { openRequestQueues } from '../responses/request-queues.ts';
import { sessionQueueServerFactory } from './fair-server.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface FairServerFixture {
  readonly handled: string[];
  readonly responses: Map<string, ServerResponse>;
  /** Method and status of each rejected request. */
  readonly rejected: readonly string[];
  /** Number of connections that the server has seen closing. */
  readonly countClosed: () => number;
  /** Sends a request. The test itself must respond to it. */
  readonly send: (path: string, session?: string) => ReturnType<typeof httpRequest>;
}

const NEVER_MS = 2 ** 31 - 1;

async function openFairServerFixture(maxCountedMs = NEVER_MS): Promise<FairServerFixture> {
  const handled: string[] = [];
  const responses = new Map<string, ServerResponse>();
  const handle: RequestListener = ({ url = '' }, response) => {
    handled.push(url);
    responses.set(url, response);
  };
  const options = { http: {}, keepAliveTimeout: 1_000, requestTimeout: 0, connectionTimeout: 0 };
  const rejected: string[] = [];
  const factory = sessionQueueServerFactory({
    queue: openRequestQueues().sessions,
    cookieName: 'session',
    maxCountedMs,
    onRejected: ({ method }, status) => rejected.push(`${method} ${status}`),
  });
  const server = factory(handle, options);
  servers.push(server);
  let closed = 0;
  server.on('connection', (socket) => socket.once('close', () => (closed += 1)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const send: FairServerFixture['send'] = (path, session) => {
    const headers = session === undefined ? {} : { cookie: `other=1; session=${session}` };
    const sent = httpRequest({ host: '127.0.0.1', port, path, headers, agent: false });
    sent.on('error', () => undefined);
    return sent.end();
  };
  return { handled, responses, rejected, countClosed: () => closed, send };
}

async function sendInOrder(
  server: FairServerFixture,
  paths: readonly string[],
  session: string,
): Promise<void> {
  for (const path of paths) {
    server.send(path, session);
    await retryUntilPassing(() => expect(server.handled).toContain(path));
  }
}

it('P8.41 the server runs two requests of a session at once, the third when one ends, and requests of other sessions immediately', async () => {
  const server = await openFairServerFixture();
  await sendInOrder(server, ['/1', '/2'], 'eager');
  server.send('/3', 'eager');
  await sendInOrder(server, ['/other'], 'other');
  server.send('/without');
  await retryUntilPassing(() => expect(server.handled).toEqual(['/1', '/2', '/other', '/without']));
  server.responses.get('/1')?.end();
  await retryUntilPassing(() => expect(server.handled).toContain('/3'));
});

it('P8.41 a request that takes long stops counting against the two simultaneous requests of its session', async () => {
  const server = await openFairServerFixture(1);
  await sendInOrder(server, ['/1', '/2', '/3'], 'eager');
});

it('P8.41 the server handles 80 simultaneous requests of one session for files of the app without letting any of them wait', async () => {
  const server = await openFairServerFixture();
  const paths = Array.from({ length: 80 }, (_, nth) => `/assets/file-${nth}.js`);
  for (const path of paths) server.send(path, 'eager');
  await retryUntilPassing(() => expect(server.handled).toHaveLength(80));
});

it('P8.41 the server rejects a request of a session with 60 waiting requests before any other work', async () => {
  const server = await openFairServerFixture();
  await sendInOrder(server, ['/1', '/2'], 'eager');
  const sent = Array.from({ length: 61 }, (_, nth) => server.send(`/waiting-${nth}`, 'eager'));
  const [response] = await Promise.race(sent.map((one) => once(one, 'response')));
  expect(response.statusCode).toBe(429);
  expect(response.headers).toMatchObject({
    'retry-after': '2',
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    [HEADER.requestId]: expect.stringMatching(/^\w{5}-\w{5}$/),
  });
  const [body] = await once(response, 'data');
  expect(JSON.parse(String(body))).toMatchObject({ code: 'rate_limited', details: [] });
  expect(server.rejected).toEqual(['GET 429']);
});

it('P8.41 the server does not handle a waiting request whose connection has closed', async () => {
  const server = await openFairServerFixture();
  await sendInOrder(server, ['/1', '/2'], 'eager');
  const closed = server.send('/closed', 'eager');
  await once(closed, 'socket').then(([socket]) => once(socket, 'connect'));
  closed.destroy();
  await retryUntilPassing(() => expect(server.countClosed()).toBe(1));
  server.responses.get('/1')?.end();
  await sendInOrder(server, ['/3'], 'eager');
  expect(server.handled).not.toContain('/closed');
});
