import { once } from 'node:events';
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Health } from '#contract/records/health.ts';
import { createEvaluation, evaluationBody } from '../support/capture.ts';
import { PASSWORD, emailOf } from '../support/clinic.ts';
import { type Server, responseOf, errorCodeOf, startServer } from '../support/server.ts';

let server: Server;
let staticDir: string;
const loggedLines: string[] = [];
beforeAll(async () => {
  staticDir = await fs.mkdtemp(path.join(os.tmpdir(), 'ventanilla-static-'));
  await fs.mkdir(path.join(staticDir, 'assets'));
  await fs.writeFile(path.join(staticDir, 'index.html'), '<!doctype html><title>Ventanilla</title>');
  await fs.writeFile(path.join(staticDir, 'sw.js'), 'self');
  await fs.mkdir(path.join(staticDir, '.vite'));
  await fs.writeFile(path.join(staticDir, '.vite/manifest.json'), '{"src":"main.tsx"}');
  await fs.writeFile(path.join(staticDir, 'assets/app-4f3a.js'), 'x'.repeat(2_000));
  await fs.writeFile(path.join(staticDir, 'assets/app-4f3a.js.br'), 'comprimido');
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      loggedLines.push(chunk.toString());
      done();
    },
  });
  server = await startServer('privacy', { staticDir, logger: { level: 'trace', stream } });
});
afterAll(async () => {
  await server.stop();
  await fs.rm(staticDir, { recursive: true, force: true });
});

describe('D5 server logs', () => {
  it('the server log has method, route, status and duration of a request, and no personal data', async () => {
    const receptionist = await server.as('desk');
    const person = { identification_number: '9999000025', first_name: 'Zoraida', last_name: 'Quintero' };
    const id = await createEvaluation(server, receptionist, person);
    await receptionist.get('/patients/search?identification_type=CC&identification_number=9999000025');
    await receptionist.get('/evaluations?search=Zoraida');
    await receptionist.get(`/evaluations/${id}`);
    await receptionist.get('/otra/9999000025');
    await receptionist.get('/evaluations/%zz9999000025');
    await receptionist.post('/evaluations', { raw: '{"first_name":"Zoraida"' });
    await receptionist.post('/evaluations', {
      json: evaluationBody(server, { ...person, gender: 'Quintero' }),
    });
    await server.anonymous.post('/auth/login', {
      json: { email: emailOf('desk'), password: 'Secreta-9999' },
    });
    const log = loggedLines.join('');
    const logged = loggedLines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged).toContainEqual(
      expect.objectContaining({ method: 'GET', route: '/api/v1/patients/search', status: 200 }),
    );
    for (const secret of [
      '9999000025',
      'Zoraida',
      'Quintero',
      'Secreta',
      PASSWORD,
      emailOf('desk'),
      id,
      server.clinic.users.desk,
      'ventanilla_session',
    ])
      expect([secret, log.includes(secret)]).toEqual([secret, false]);
  });

  it('the server log has the code location of a bug, but not the values; the response contains neither', async () => {
    loggedLines.length = 0;
    const receptionist = await server.as('desk');
    const { pool } = server.database;
    await pool.query(`alter table evaluations add constraint bug check (additional_info <> 'DatoSecreto')`);
    const reply = await receptionist.post('/evaluations', {
      json: evaluationBody(server, {}, { additional_info: 'DatoSecreto' }),
    });
    await pool.query('alter table evaluations drop constraint bug');
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([500, 'internal']);
    expect(reply.body + loggedLines.join('')).not.toContain('DatoSecreto');
    expect(loggedLines.join('')).toContain('create-evaluation');
    expect(loggedLines.join('')).toContain('23514');
  });

  it('the server logs no error when the client closes the connection during a request', async () => {
    if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const before = loggedLines.length;
    const headers = { 'content-type': 'application/json', 'content-length': 1_000 };
    const request = http.request({ port, path: '/api/v1/auth/login', method: 'POST', headers });
    server.app.server.once('request', () => request.destroy());
    const hungUp = once(request, 'error');
    request.write('{"email":');
    expect(await hungUp).toEqual([expect.objectContaining({ code: 'ECONNRESET' })]);
    const newLogLines = () =>
      loggedLines.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
    await expect
      .poll(newLogLines)
      .toContainEqual(expect.objectContaining({ msg: 'the client disconnected' }));
    expect(newLogLines().filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});

describe('P10.23 responses of the API', () => {
  it('D5 API responses forbid caching', async () => {
    const receptionist = await server.as('desk');
    for (const url of ['/auth/me', '/evaluations', '/me/vault-key', '/patients/search', '/nada'])
      expect([url, (await receptionist.get(url)).headers['cache-control']]).toEqual([url, 'no-store']);
  });

  it('API responses, including errors, have a Content-Security-Policy under which a browser runs and loads nothing', async () => {
    const receptionist = await server.as('desk');
    for (const url of ['/health', '/auth/me', '/nada', '/docs/json'])
      expect([url, (await receptionist.get(url)).headers['content-security-policy']]).toEqual([
        url,
        "default-src 'none'; frame-ancestors 'none'; sandbox",
      ]);
  });

  it('API responses forbid browsers to guess the content type, send no referrer and cannot be read by other sites', async () => {
    const { headers } = await server.anonymous.get('/health');
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['x-powered-by'] ?? headers['server']).toBeUndefined();
    expect(String(headers['permissions-policy'])).toContain('camera=(self)');
  });

  it('the server compresses long API responses', async () => {
    const { headers } = await server.anonymous.get('/docs/json', { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBe('br');
  });

  it('the health response contains the server’s time', async () => {
    server.clock.now = new Date('2026-11-20T15:00:00Z');
    expect(responseOf(Health, await server.anonymous.get('/health')).now).toBe('2026-11-20T15:00:00.000Z');
    server.clock.now = null;
  });

  it('GET /docs/json returns an OpenAPI 3.1 document that names fields of the calls', async () => {
    const document = (await server.anonymous.get('/docs/json')).json<{
      openapi: string;
      paths: Record<string, unknown>;
    }>();
    expect(document.openapi).toBe('3.1.0');
    const text = JSON.stringify(document.paths);
    for (const name of ['identification_number', 'include_inactive', 'received_sha256'])
      expect(text).toContain(`"${name}"`);
  });
});

describe('P10.23 built app as the server delivers it', () => {
  const page = { accept: 'text/html,*/*' };
  const get = (url: string, headers = {}) => server.app.inject({ url, headers });

  it('the app’s pages have a Content-Security-Policy that allows only their own origin and works over plain http', async () => {
    const { headers } = await get('/reception', page);
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "img-src 'self' blob: data:",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ]),
    );
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('the server returns the app at the address of each page', async () => {
    for (const url of ['/', '/reception', '/evaluations/123?x=1', '/apiario']) {
      const reply = await get(url, page);
      expect([url, reply.statusCode, reply.headers['cache-control']]).toEqual([url, 200, 'no-cache']);
      expect(reply.body).toContain('Ventanilla');
    }
  });

  it('the response to a page has at most ten listeners for its end, so that Node prints no warning of a leak', async () => {
    const warn = vi.fn();
    process.on('warning', warn);
    onTestFinished(() => void process.off('warning', warn));
    await get('/reception', page);
    await setImmediate();
    expect(warn).not.toHaveBeenCalled();
  });

  it('browsers cache hashed files permanently and always revalidate the service worker; hashed files are compressed in advance', async () => {
    const asset = await get('/assets/app-4f3a.js', { 'accept-encoding': 'br, gzip' });
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    });
    expect(asset.body).toBe('comprimido');
    expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache');
  });

  it('the server responds 404 to a missing file, an unknown API call and a POST to a page', async () => {
    const replies = [
      await get('/assets/no.js', { accept: '*/*' }),
      await get('/.vite/manifest.json', { accept: '*/*' }),
      await get('/api/v1/nada', page),
      await server.app.inject({ method: 'POST', url: '/', headers: page }),
    ];
    for (const reply of replies) expect([reply.statusCode, errorCodeOf(reply)]).toEqual([404, 'not_found']);
    expect((await get('/..%2f..%2fetc/passwd')).statusCode).toBeGreaterThanOrEqual(400);
  });
});
