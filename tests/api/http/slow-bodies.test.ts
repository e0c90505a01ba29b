import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PHOTO_MAX_BYTES } from '#contract/limits.ts';
import { API_BASE } from '#contract/routes/routes.ts';
import { ByteBudget } from '#server/platform/base/byte-budget.ts';
import { reserveBodyMemory } from '#server/platform/http/bodies/body-budget.ts';
import { BODY_SPEED_LIMITS, isBodyTooSlow } from '#server/platform/http/bodies/body-speed.ts';
import { REQUEST_TIMEOUT_MS } from '#server/platform/http/program/server-options.ts';
import { AppError } from '#server/platform/base/errors.ts';
import { type Server, startServer } from '../support/server.ts';

let server: Server;
beforeAll(async () => {
  const bodySpeed = { windowMs: 100, bytesPerSecond: 1_000_000, lookEveryMs: 20 };
  server = await startServer('slow', { bodySpeed });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.stop());

async function sendRawAndReadResponse(request: string): Promise<string> {
  const { port } = server.app.server.address() as AddressInfo;
  const socket = net.connect({ port, host: '127.0.0.1' });
  let received = '';
  socket.setEncoding('latin1').on('data', (text) => (received += text));
  socket.write(request);
  await once(socket, 'close');
  return received;
}
const createRequestHead = (path: string, headers: string): string =>
  `POST ${API_BASE}${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;

describe('L6 slow request body', () => {
  it.each([
    ['a body that is announced', createRequestHead('/auth/login', 'Content-Length: 60000') + '{'],
    ['a body in parts', createRequestHead('/auth/login', 'Transfer-Encoding: chunked') + '1\r\n{\r\n'],
  ])(
    'the server responds 408 with an API error, which clients retry, to %s that arrives too slowly',
    async (_what, request) => {
      const response = await sendRawAndReadResponse(request);
      expect(response).toMatch(/^HTTP\/1\.1 408 /);
      expect(response).toContain('"code":"request_timeout"');
      expect(response.toLowerCase()).toContain('cache-control: no-store');
    },
  );

  it('when the server rejects a request before the end of its body, the server sends one response and closes the connection', async () => {
    const response = await sendRawAndReadResponse(
      createRequestHead('/evaluations', 'Content-Length: 60000') + '{',
    );
    expect(response).toMatch(/^HTTP\/1\.1 401 /);
    expect(response.split('HTTP/1.1')).toHaveLength(2);
  });

  it('the server accepts a photo at 4 kB/s, even when the connection is down for 40 s of a minute', () => {
    for (const seconds of [60, 64]) {
      expect(isBodyTooSlow(seconds * 4_000, seconds * 1_000, BODY_SPEED_LIMITS)).toBe(false);
      expect(isBodyTooSlow((seconds - 40) * 4_000, seconds * 1_000, BODY_SPEED_LIMITS)).toBe(false);
      expect(isBodyTooSlow(seconds * 500, seconds * 1_000, BODY_SPEED_LIMITS)).toBe(true);
    }
    expect(isBodyTooSlow(0, 59_000, BODY_SPEED_LIMITS)).toBeNull();
    expect((PHOTO_MAX_BYTES / 4_000) * 1_000).toBeLessThan(REQUEST_TIMEOUT_MS);
  });
});

describe('L6 simultaneous request bodies', () => {
  const MB = 1_000_000;
  const newBudget = () => new ByteBudget({ perUser: 10 * MB, total: 20 * MB, least: MB });
  const errorOf = (work: () => unknown): unknown => {
    try {
      return void work();
    } catch (error) {
      return error instanceof AppError ? [error.code, error.retryAfter] : error;
    }
  };

  it("the server accepts a user's simultaneous bodies up to a limit, and the next one after one of them was processed", () => {
    const rooms = newBudget();
    const back = Array.from({ length: 10 }, () => rooms.reserve('a', 10));
    expect(errorOf(() => rooms.reserve('a', 10))).toEqual(['rate_limited', 3]);
    back[0]?.();
    back[0]?.();
    expect(errorOf(() => rooms.reserve('a', 10))).toBeUndefined();
    expect(errorOf(() => rooms.reserve('a', 10))).toEqual(['rate_limited', 3]);
    expect(errorOf(() => rooms.reserve('b', 9 * MB))).toBeUndefined();
  });

  it('the server limits the simultaneous bodies of all users together', () => {
    const rooms = newBudget();
    rooms.reserve('a', 10 * MB);
    rooms.reserve('b', 10 * MB);
    expect(errorOf(() => rooms.reserve('c', 1))).toEqual(['unavailable', 3]);
  });

  it('the server limits the bodies of requests without a session for each network; addresses of one IPv6 /64 share the limit', async () => {
    const [rooms, answers] = [newBudget(), new Array<unknown>()];
    const app = Fastify({ trustProxy: true }).decorateRequest('actor', null);
    app.get('/', async (request, reply) => {
      answers.push(errorOf(() => reserveBodyMemory(rooms, { request, reply }, 6 * MB)));
      await new Promise(() => undefined);
    });
    for (const from of ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:3::1'])
      void app.inject({ url: '/', headers: { 'x-forwarded-for': from } });
    await expect.poll(() => answers).toEqual([undefined, ['rate_limited', 3], undefined]);
  });

  it('the server accepts a body larger than the limit only while no other body is being received', () => {
    const rooms = newBudget();
    const giveBack = rooms.reserve('a', 100 * MB);
    expect(errorOf(() => rooms.reserve('a', 1))).toEqual(['rate_limited', 3]);
    giveBack();
    expect(errorOf(() => rooms.reserve('b', 100 * MB))).toBeUndefined();
  });
});
