import { afterEach, expect, it, vi } from 'vitest';
import { TransactionBatcher } from './shared-transaction.ts';

function createTransactionBatcherSpy() {
  const durable: string[] = [];
  const commits: number[] = [];
  const shared = new TransactionBatcher(async (names: readonly string[]) => {
    await Promise.resolve();
    const bad = names.find((name) => name.startsWith('bad'));
    if (bad !== undefined) throw new Error(bad);
    durable.push(...names);
    commits.push(names.length);
    return names;
  });
  return { durable, commits, write: shared.ask };
}

afterEach(() => void vi.useRealTimers());

it('S2 operations requested during a shared transaction run in the next one, in order, and resolve when they are durable', async () => {
  const { durable, commits, write } = createTransactionBatcherSpy();
  const first = write('a');
  await Promise.resolve();
  const others = ['b', 'c', 'd'].map(async (name) => {
    const answer = await write(name);
    expect(durable).toContain(name);
    return answer;
  });
  expect(await first).toBe('a');
  expect(await Promise.all(others)).toEqual(['b', 'c', 'd']);
  expect(durable).toEqual(['a', 'b', 'c', 'd']);
  expect(commits).toEqual([1, 3]);
});

it('S2 an operation requested shortly after the start of a shared transaction waits for further operations; a later operation does not wait', async () => {
  vi.useFakeTimers();
  const { commits, write } = createTransactionBatcherSpy();
  await write('a');
  await vi.advanceTimersByTimeAsync(10);
  const soon = write('b');
  await vi.advanceTimersByTimeAsync(10);
  const next = write('c');
  expect(commits).toEqual([1]);
  await vi.advanceTimersByTimeAsync(20);
  expect(await Promise.all([soon, next])).toEqual(['b', 'c']);
  expect(commits).toEqual([1, 2]);
  await vi.advanceTimersByTimeAsync(40);
  await write('d');
  expect(commits).toEqual([1, 2, 1]);
});

it('S2 the shared transaction starts when eight operations are waiting', async () => {
  vi.useFakeTimers();
  const { commits, write } = createTransactionBatcherSpy();
  await write('a');
  const first = write('b');
  await vi.advanceTimersByTimeAsync(1);
  expect(vi.getTimerCount()).toBe(1);
  await Promise.all([first, ...Array.from({ length: 7 }, (_, nth) => write(String(nth)))]);
  expect(commits).toEqual([1, 8]);
});

it('S2 a failing operation of a shared transaction rejects, and the others succeed', async () => {
  const { durable, commits, write } = createTransactionBatcherSpy();
  const asked = await Promise.allSettled(['a', 'b', 'bad', 'c'].map(write));
  expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(durable).toEqual(['a', 'b', 'c']);
  expect(commits).toEqual([1, 1, 1]);
  await write('d');
  expect(durable).toEqual(['a', 'b', 'c', 'd']);
});

it('S2 a shared transaction contains at most sixteen operations', async () => {
  const { commits, write } = createTransactionBatcherSpy();
  await Promise.all(Array.from({ length: 40 }, (_, nth) => write(String(nth))));
  expect(commits).toEqual([16, 16, 8]);
});
