import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MAX_API_DOCUMENTS_PER_CLIENT } from '#server/platform/http/callers/public-limits.ts';
import { type Server, rejectionOf, startReplica, startServer } from '../support/server.ts';

const OPENAPI_PATH = '/docs/json';
/** Functions by which the compression plugin compresses a response of any size. */
const compressionSpies = (
  ['createBrotliCompress', 'createGzip', 'brotliCompressSync', 'gzipSync'] as const
).map((name) => vi.spyOn(zlib, name));

let server: Server;
beforeAll(async () => {
  server = await startServer('served-document');
});
afterAll(() => server.stop());

describe('P10.377 OpenAPI document for calls without a session', () => {
  it('P10.377 the server sends the OpenAPI document plain, as Brotli or as gzip, and does not compress it during the call', async () => {
    const plain = await server.anonymous.get(OPENAPI_PATH);
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const [accepted, encoding, decode] of [
      ['gzip, deflate, br', 'br', zlib.brotliDecompressSync],
      ['gzip, br;q=0', 'gzip', zlib.gunzipSync],
    ] as const) {
      const { headers, rawPayload } = await server.anonymous.get(OPENAPI_PATH, {
        'accept-encoding': accepted,
      });
      expect([headers['content-encoding'], headers['vary']]).toEqual([encoding, 'accept-encoding']);
      expect(decode(rawPayload).toString()).toBe(plain.payload);
    }
    for (const compression of compressionSpies) expect(compression).not.toHaveBeenCalled();
  });

  it('P10.377 browsers may cache the OpenAPI document, and a request with the document’s ETag gets a 304 without a body', async () => {
    const { headers } = await server.anonymous.get(OPENAPI_PATH);
    expect(headers['cache-control']).toBe('public, max-age=300');
    const again = await server.anonymous.get(OPENAPI_PATH, { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.payload]).toEqual([304, '']);
  });

  it('P10.377 the server limits complete OpenAPI documents per address; a 304 and other addresses are not limited', async () => {
    const { pool } = server.database;
    const [one, other] = ['10.9.9.9', '10.9.9.8'].map((at) => ({ 'x-forwarded-for': at }));
    const replica = await startReplica(server, { publicUrl: new URL('https://ventanilla.example.com') });
    await pool.query('truncate attempts');
    const { headers } = await replica.anonymous.get(OPENAPI_PATH, one);
    await pool.query('update attempts set tried = $1', [MAX_API_DOCUMENTS_PER_CLIENT]);
    const rejected = await replica.anonymous.get(OPENAPI_PATH, one);
    expect(rejectionOf(rejected)).toEqual([429, 'rate_limited']);
    expect(rejected.headers['cache-control']).toBe('no-store');
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    const known = { ...one, 'if-none-match': String(headers.etag) };
    expect((await replica.anonymous.get(OPENAPI_PATH, known)).statusCode).toBe(304);
    expect((await replica.anonymous.get(OPENAPI_PATH, other)).statusCode).toBe(200);
    await replica.stop();
  });
});
