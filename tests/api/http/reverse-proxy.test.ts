import { once } from 'node:events';
import fs from 'node:fs/promises';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import { ErrorBody } from '#contract/errors.ts';
import { API_BASE } from '#contract/routes/routes.ts';
import { BOARD_TOKEN_HEADER, BoardView } from '#contract/records/waiting-room.ts';
import { BOARD_PAGE_VERSION } from '#server/platform/http/program/board-page.ts';
import { buildReverseProxyApp } from '#server/reverse-proxy.ts';
import { adaptForeignCookie } from '#server/platform/http/program/foreign-cookie.ts';
import { HEADER } from '#contract/headers.ts';
import { makeKeyedDevice } from '#tests/support/device/device-key.ts';
import { evaluationBody } from '../support/capture.ts';
import { PASSWORD, emailOf } from '../support/clinic.ts';
import { photo } from '../support/files/pictures.ts';
import { type Server, startServer } from '../support/server.ts';
import { createBoard } from '../support/examples/waiting-room-examples.ts';

let apiServer: Server;
let staticDir: string;
const runningServers: { close(): unknown }[] = [];
beforeAll(async () => {
  apiServer = await startServer('front');
  await apiServer.app.listen({ port: 0, host: '127.0.0.1' });
  staticDir = await fs.mkdtemp(path.join(os.tmpdir(), 'ventanilla-front-'));
  await fs.writeFile(path.join(staticDir, 'index.html'), '<!doctype html><title>Ventanilla</title>');
});
afterAll(async () => {
  for (const server of runningServers) await server.close();
  await apiServer.stop();
  await fs.rm(staticDir, { recursive: true });
});

const originOf = ({ port }: AddressInfo): string => `http://127.0.0.1:${port}`;
const originOfApp = (app: FastifyInstance): string => originOf(app.server.address() as AddressInfo);

/** Starts a reverse proxy on a separate address; the proxy forwards API requests to the server `behind`. */
async function startTestReverseProxy(behind: string): Promise<string> {
  const app = await buildReverseProxyApp({
    providerUrl: new URL(behind),
    staticDir,
    publicUrl: null,
    logger: false,
  });
  runningServers.push(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return originOfApp(app);
}

const openProxy = () => startTestReverseProxy(originOfApp(apiServer.app));

async function signInAt(origin: string): Promise<Response> {
  return fetch(`${origin}${API_BASE}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: emailOf('desk'), password: PASSWORD }),
  });
}
const cookieOf = (reply: Response): string => reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';

/** Sends a request with the given headers, as a browser would. `fetch` would replace some of these headers. */
async function requestAsBrowser(address: string, headers: Record<string, string>): Promise<[number, string]> {
  const [reply] = (await once(http.get(address, { headers }), 'response')) as [http.IncomingMessage];
  return [reply.statusCode ?? 0, await text(reply)];
}

async function startUpstream(
  reply: http.RequestListener,
): Promise<{ origin: string; seen: http.IncomingMessage[] }> {
  const seen: http.IncomingMessage[] = [];
  const server = http.createServer((request, response) => {
    seen.push(request);
    reply(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  runningServers.push({ close: () => (server.closeAllConnections(), server.close()) });
  return { origin: originOf(server.address() as AddressInfo), seen };
}

test('S26 H2 the reverse proxy blocks navigation and embedded requests to the API, however the path is spelled', async () => {
  const { origin: behind, seen } = await startUpstream((_request, response) => response.end('{}'));
  const origin = await startTestReverseProxy(behind);
  expect(await requestAsBrowser(`${origin}${API_BASE}/auth/me`, {})).toEqual([200, '{}']);
  for (const base of [API_BASE, '/%61pi/v1', '/api/%76%31', '//api/v1'])
    for (const [mode, destination] of [
      ['navigate', 'document'],
      ['no-cors', 'image'],
    ] as const)
      await requestAsBrowser(`${origin}${base}/auth/me`, {
        'sec-fetch-mode': mode,
        'sec-fetch-dest': destination,
      });
  expect(seen).toHaveLength(1);
});

test("S26 the reverse proxy forwards the server's time and the proof that binds a session to its device", async () => {
  const origin = await openProxy();
  const device = await makeKeyedDevice();
  const login = async (at: number) =>
    fetch(`${origin}${API_BASE}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await device.prove('POST', '/auth/login', at)) },
      body: JSON.stringify({ email: emailOf('desk'), password: PASSWORD }),
    });
  const late = await login(Date.now() - 3_600_000);
  expect([late.status, Number(late.headers.get(HEADER.providerTime)) > 0]).toEqual([425, true]);
  const cookie = cookieOf(await login(Date.now()));
  const fetchMe = async (headers: Record<string, string>) =>
    (await fetch(`${origin}${API_BASE}/auth/me`, { headers: { cookie, ...headers } })).status;
  expect([await fetchMe({}), await fetchMe(await device.prove('GET', '/auth/me'))]).toEqual([401, 200]);
});

test('P10.81 the reverse proxy forwards the request id of the upstream server, or creates one when it is missing or invalid', async () => {
  const codeBehind = async (sent: string | null) => {
    const { origin: behind } = await startUpstream((_request, response) =>
      response.writeHead(500, sent === null ? {} : { [HEADER.requestId]: sent }).end('{}'),
    );
    return (await fetch(`${await startTestReverseProxy(behind)}${API_BASE}/auth/me`)).headers.get(
      HEADER.requestId,
    );
  };
  expect(await codeBehind('behind-1')).toBe('behind-1');
  for (const none of [null, '<b>', 'x'.repeat(65)])
    expect(await codeBehind(none)).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
});

describe('P10.25 reverse proxy in front of an upstream server (PROVIDER_URL)', () => {
  test("the reverse proxy sends the app's files with the proxy's headers, and returns index.html for page addresses", async () => {
    const origin = await openProxy();
    const page = await fetch(`${origin}/evaluations`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('Ventanilla');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await fetch(`${origin}/nothing.js`)).status).toBe(404);
  });

  test('P10.400 the reverse proxy serves the page of a board and forwards its requests with the token', async () => {
    const origin = await openProxy();
    const page = await fetch(`${origin}/board`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain(`data-version="${BOARD_PAGE_VERSION}"`);
    expect(page.headers.get('content-security-policy')).toContain("connect-src 'self'");
    const { token } = await createBoard(await apiServer.as('admin'));
    const view = await fetch(`${origin}${API_BASE}/board`, { headers: { [BOARD_TOKEN_HEADER]: token } });
    expect(BoardView.parse(await view.json()).page_version).toBe(BOARD_PAGE_VERSION);
    const headers = { [BOARD_TOKEN_HEADER]: token, 'if-none-match': view.headers.get('etag') ?? '' };
    const same = await fetch(`${origin}${API_BASE}/board`, { headers });
    expect([same.status, Date.parse(same.headers.get('date') ?? '') > 0]).toEqual([304, true]);
  });

  test('the reverse proxy forwards a session, an evaluation, its photo, and the header that confirms storage under the idempotency key', async () => {
    const origin = await openProxy();
    const session = await signInAt(origin);
    expect(session.status).toBe(200);
    const headers = { cookie: cookieOf(session), origin };
    const created = await fetch(`${origin}${API_BASE}/evaluations`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'front-1' },
      body: JSON.stringify(evaluationBody(apiServer)),
    });
    expect([created.status, created.headers.get('idempotency-status')]).toEqual([201, 'stored']);
    const { id } = CreatedEvaluation.parse(await created.json());
    const form = new FormData();
    form.set('type', 'photo');
    form.set('file', new Blob([new Uint8Array(await photo())], { type: 'image/jpeg' }), 'photo.jpg');
    const url = `${origin}${API_BASE}/evaluations/${id}/media`;
    expect((await fetch(url, { method: 'POST', headers, body: form })).status).toBe(201);
    const list = await fetch(`${origin}${API_BASE}/evaluations?page_size=1`, { headers });
    expect(await list.json()).toMatchObject({ items: [{ id }] });
    const signedOut = await fetch(`${origin}${API_BASE}/auth/logout`, { method: 'POST', headers });
    expect(signedOut.status).toBe(204);
  });

  test('P10.25 the reverse proxy forwards an upload that waits for 100 Continue', async () => {
    const { origin: behind, seen } = await startUpstream((request, response) => void request.pipe(response));
    const url = new URL(`${await startTestReverseProxy(behind)}${API_BASE}/auth/login`);
    const headers = { expect: '100-continue', 'content-type': 'application/json', 'content-length': 2 };
    const request = http.request(url, { method: 'POST', headers });
    const continued = once(request, 'continue');
    const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
    request.flushHeaders();
    await continued;
    request.end('{}');
    const [response] = await answered;
    expect([response.statusCode, await text(response)]).toEqual([200, '{}']);
    expect(seen[0]?.headers).not.toHaveProperty('expect');
  });

  test('the reverse proxy forwards a change from its own pages, and rejects a change from another site', async () => {
    const { origin: behind, seen } = await startUpstream((_request, response) => response.end('{}'));
    const origin = await startTestReverseProxy(behind);
    const sendWithHeaders = (headers: Record<string, string>) =>
      fetch(`${origin}${API_BASE}/auth/logout`, { method: 'POST', headers });
    await sendWithHeaders({
      origin,
      referer: `${origin}/x`,
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-host': 'evil',
    });
    expect(seen[0]?.headers).toMatchObject({
      host: new URL(behind).host,
      origin: behind,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
    });
    expect(seen[0]?.headers).not.toHaveProperty('referer');
    expect(seen[0]?.headers).not.toHaveProperty('x-forwarded-host');
    expect((await sendWithHeaders({ origin: 'https://evil.example' })).status).toBe(403);
    expect(seen).toHaveLength(1);
  });

  test('the reverse proxy rewrites cookies for its own host, and drops the Strict-Transport-Security header of the upstream server', async () => {
    const { origin: behind } = await startUpstream((_request, response) => {
      response.setHeader('set-cookie', [
        's=1; Domain=api.example.com; Path=/; HttpOnly; Secure; SameSite=None',
      ]);
      response.setHeader('strict-transport-security', 'max-age=1');
      response.end('{}');
    });
    const reply = await fetch(`${await startTestReverseProxy(behind)}${API_BASE}/auth/me`);
    expect(reply.headers.getSetCookie()).toEqual(['s=1; Path=/; HttpOnly; SameSite=Lax']);
    expect(reply.headers.get('strict-transport-security')).toBeNull();
  });

  test.each([
    ['s=1; Domain=x; Path=/', true, 's=1; Path=/; Secure'],
    ['s=1; secure; SameSite=None; Partitioned', true, 's=1; SameSite=None; Partitioned; Secure'],
    ['s=1; Secure; SameSite=None; Partitioned', false, 's=1; SameSite=Lax'],
    ['__Host-s=1; Path=/; Secure', false, '__Host-s=1; Path=/; Secure'],
  ])('the reverse proxy rewrites the cookie %s, when https is %s, to %s', (given, https, expected) => {
    expect(adaptForeignCookie(given, https)).toBe(expected);
  });

  test('the reverse proxy forwards responses and errors of the upstream server unchanged, without a retry', async () => {
    const { origin: behind, seen } = await startUpstream((_request, response) => {
      response.writeHead(503, { 'retry-after': '1', 'content-type': 'application/json' });
      response.end('{"message":"Luego"}');
    });
    const reply = await fetch(`${await startTestReverseProxy(behind)}${API_BASE}/companies`);
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await reply.json()).toEqual({ message: 'Luego' });
    expect(seen).toHaveLength(1);
  });

  const failure = async (reply: Response) => [reply.status, ErrorBody.parse(await reply.json()).code];

  test('the reverse proxy responds 502 in the error format of the API when the upstream server is down', async () => {
    const nobody = net.createServer().listen(0, '127.0.0.1');
    await once(nobody, 'listening');
    const behind = originOf(nobody.address() as AddressInfo);
    nobody.close();
    await once(nobody, 'close');
    const origin = await startTestReverseProxy(behind);
    expect(await failure(await fetch(`${origin}${API_BASE}/auth/me`))).toEqual([502, 'bad_gateway']);
    expect(await failure(await signInAt(origin))).toEqual([502, 'bad_gateway']);
  });

  test('the reverse proxy responds 502 without a retry when the upstream server closes the connection', async () => {
    const { origin: behind, seen } = await startUpstream((request) => request.socket.destroy());
    expect(await failure(await signInAt(await startTestReverseProxy(behind)))).toEqual([502, 'bad_gateway']);
    expect(seen).toHaveLength(1);
  });
});
