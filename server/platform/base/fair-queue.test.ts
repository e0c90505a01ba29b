import { expect, it } from 'vitest';
import { type FairQueueLimits, openFairQueue } from './fair-queue.ts';

const LIMITS: FairQueueLimits = { atOnce: 1, waitingPerPerson: 3, waiting: 5, fullText: 'Espera.' };

/**
 * Opens a queue whose tasks run until the test ends them. `order` lists the users in the order in which their tasks started.
 */
function openObservedQueue(limits: Partial<FairQueueLimits> = {}) {
  const queue = openFairQueue({ ...LIMITS, ...limits });
  const order: string[] = [];
  const ends: ((result: string) => void)[] = [];
  const requestTurn = (person: string) =>
    queue.run(person, () => {
      order.push(person);
      return new Promise<string>((resolve) => ends.push(resolve));
    });
  const endAll = async (requested: readonly Promise<unknown>[]) => {
    for (const [index, one] of requested.entries()) {
      await expect.poll(() => ends.length).toBeGreaterThan(index);
      ends[index]?.('done');
      await Promise.race([one, Promise.resolve()]);
    }
    return Promise.all(requested);
  };
  return { lane: queue, order, ask: requestTurn, endAll };
}

it('H4 the task of a new user runs after at most one task of a user who has many waiting tasks', async () => {
  const { ask, order, endAll } = openObservedQueue();
  const requested = [ask('eager'), ask('eager'), ask('eager'), ask('eager'), ask('other')];
  await endAll(requested);
  expect(order).toEqual(['eager', 'eager', 'other', 'eager', 'eager']);
});

it('H4 the queue limits the number of running tasks, in total and for each user', async () => {
  const { ask, order, endAll } = openObservedQueue({ atOnce: 2, atOncePerPerson: 1 });
  const requested = [ask('eager'), ask('eager'), ask('other'), ask('third')];
  await expect.poll(() => order).toEqual(['eager', 'other']);
  await endAll(requested);
  expect(order).toHaveLength(4);
});

it('H4 the queue rejects a further task of a user with the maximum number of waiting tasks, but accepts one of another user', async () => {
  const { ask, endAll } = openObservedQueue();
  const requested = [ask('eager'), ask('eager'), ask('eager'), ask('eager')];
  await expect(ask('eager')).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'Espera.',
    retryAfter: 2,
  });
  requested.push(ask('other'));
  await endAll(requested);
});

it('H4 the queue rejects a task when the maximum number of waiting tasks of all users is reached', async () => {
  const { ask, endAll } = openObservedQueue();
  const requested = ['a', 'b', 'c', 'd', 'e', 'f'].map(ask);
  await expect(ask('g')).rejects.toMatchObject({ code: 'rate_limited' });
  await endAll(requested);
});

it('H4 the queue starts the next task after a failed task', async () => {
  const { lane: queue } = openObservedQueue();
  await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue.run('a', () => Promise.resolve('next'))).toBe('next');
});
