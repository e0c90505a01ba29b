import net, { type AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onResponseClosed } from './when-closed.ts';

let app: FastifyInstance;
let startedRequests: string[];
let closedResponses: string[];
beforeEach(async () => {
  [startedRequests, closedResponses] = [[], []];
  app = Fastify();
  app.get('/answered', async (_request, reply) =>
    onResponseClosed(reply, () => closedResponses.push('answered')),
  );
  app.get('/late', async (request, reply) => {
    request.raw.socket.destroy();
    onResponseClosed(reply, () => closedResponses.push('late'));
  });
  for (const name of ['first', 'second'])
    app.get(`/${name}`, async (_request, reply) => {
      onResponseClosed(reply, () => closedResponses.push(name));
      startedRequests.push(name);
      await new Promise(() => undefined);
    });
  await app.listen({ port: 0 });
});
afterEach(() => app.close());

function sendRequests(...paths: string[]): net.Socket {
  const socket = net.connect({ port: (app.server.address() as AddressInfo).port });
  socket.resume().write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  return socket;
}

it('L6 `whenClosed` runs the callback once when the client has received the response but the connection stays open', async () => {
  const socket = sendRequests('/answered', '/answered');
  await expect.poll(() => closedResponses).toEqual(['answered', 'answered']);
  socket.destroy();
  await new Promise((resolve) => socket.once('close', resolve));
  expect(closedResponses).toHaveLength(2);
});

it('L6 `whenClosed` runs the callbacks of all pending responses when their connection closes', async () => {
  const socket = sendRequests('/first', '/second');
  await expect.poll(() => startedRequests).toEqual(['first', 'second']);
  socket.destroy();
  await expect.poll(() => [...closedResponses].sort()).toEqual(['first', 'second']);
});

it('L6 `whenClosed` runs the callback immediately when the client has already disconnected', async () => {
  sendRequests('/late');
  await expect.poll(() => closedResponses).toEqual(['late']);
});
