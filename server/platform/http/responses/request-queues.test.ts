import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { routes } from '#contract/routes/routes.ts';
import { runInQueueIfRead, openRequestQueues } from './request-queues.ts';

const requestOfUser = (userId: string, destroyed = false) =>
  ({ actor: { userId }, ip: '::1', raw: { socket: { destroyed } } }) as unknown as FastifyRequest;

function openReadQueueWithHangingReads() {
  const queues = openRequestQueues();
  const running: string[] = [];
  const read = (user: string, request = requestOfUser(user), route = routes.getEvaluation) =>
    runInQueueIfRead(queues, route, request, () => {
      running.push(user);
      return new Promise<never>(() => undefined);
    });
  return { queues, running, read };
}

it("P8.41 the read queue serves another user before one user's waiting reads, and rejects a user's reads beyond the limit", async () => {
  const { running, read } = openReadQueueWithHangingReads();
  const reads = Array.from({ length: 62 }, () => read('eager'));
  void read('other');
  await expect(reads[61]).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 2 });
  expect(running).toEqual(['eager', 'other']);
});

it('P8.41 the read queue skips a waiting read when its connection has closed', async () => {
  const { running, read } = openReadQueueWithHangingReads();
  await expect(read('gone', requestOfUser('gone', true))).rejects.toMatchObject({ code: 'request_timeout' });
  expect(running).toEqual([]);
});

it('P8.41 the server never queues changes, files and documents behind reads', async () => {
  const { queues } = openReadQueueWithHangingReads();
  for (const route of [routes.saveNotes, routes.getFile, routes.conceptPdf]) {
    const three = [1, 2, 3].map(() =>
      runInQueueIfRead(queues, route, requestOfUser('eager'), () => new Promise(() => undefined)),
    );
    expect(queues.reads.waiting()).toBe(0);
    expect(three).toHaveLength(3);
  }
});
