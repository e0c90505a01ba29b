// @module-tag landing
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { AppError } from '../../base/errors.ts';
import { RESPONSE_LIMITS, limitUnreadResponses } from './response-budget.ts';

/** Response body that is larger than the local socket buffers, so that it stays in memory until the client reads it. */
const LARGE_TEXT = 'x'.repeat(14_000_000);

it('P8.41 the server rejects another read of a user with too many unread response bytes, but still responds to a change', async () => {
  const app = Fastify();
  app.decorateRequest('actor', null);
  app.setErrorHandler<Error>((error, _request, reply) =>
    reply.code(error instanceof AppError ? error.status : 500).send(),
  );
  const room = limitUnreadResponses(app, { ...RESPONSE_LIMITS, perUser: 1.5 * LARGE_TEXT.length });
  app.all('/text', async () => LARGE_TEXT);
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET /text HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'readable');
  expect(room.held).toBe(LARGE_TEXT.length);
  expect((await app.inject('/text')).statusCode).toBe(429);
  expect((await app.inject({ method: 'POST', url: '/text' })).statusCode).toBe(200);
  socket.destroy();
  await expect.poll(() => room.held).toBe(0);
});
