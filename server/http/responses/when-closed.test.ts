import net, { type AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onResponseClosed } from './when-closed.ts';

let app: FastifyInstance;
let requested: string[];
let over: string[];
beforeEach(async () => {
  [requested, over] = [[], []];
  app = Fastify();
  app.get('/answered', async (_request, reply) => onResponseClosed(reply, () => over.push('answered')));
  app.get('/late', async (request, reply) => {
    request.raw.socket.destroy();
    onResponseClosed(reply, () => over.push('late'));
  });
  for (const name of ['first', 'second'])
    app.get(`/${name}`, async (_request, reply) => {
      onResponseClosed(reply, () => over.push(name));
      requested.push(name);
      await new Promise(() => undefined);
    });
  await app.listen({ port: 0 });
});
afterEach(() => app.close());

function ask(...paths: string[]): net.Socket {
  const socket = net.connect({ port: (app.server.address() as AddressInfo).port });
  socket.resume().write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  return socket;
}

it('L6 `whenClosed` runs the callback once when the client has received the response, and the connection stays open', async () => {
  const socket = ask('/answered', '/answered');
  await expect.poll(() => over).toEqual(['answered', 'answered']);
  socket.destroy();
  await new Promise((resolve) => socket.once('close', resolve));
  expect(over).toHaveLength(2);
});

it('L6 `whenClosed` runs the callbacks of all pending responses when their connection closes', async () => {
  const socket = ask('/first', '/second');
  await expect.poll(() => requested).toEqual(['first', 'second']);
  socket.destroy();
  await expect.poll(() => [...over].sort()).toEqual(['first', 'second']);
});

it('L6 `whenClosed` runs the callback immediately when the client has already disconnected', async () => {
  ask('/late');
  await expect.poll(() => over).toEqual(['late']);
});
