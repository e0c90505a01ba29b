import { expect, it } from 'vitest';
import { RequestLimiter, type OutcomeRecorder } from './request-limiter.ts';

const EVALUATION_REQUEST = { size: 500, patience: 15_000, isFile: false };
const PHOTO_UPLOAD_REQUEST = { size: 100_000, patience: 30_000, isFile: true };

function createLimiterHarness() {
  let clock = 0;
  const traffic = new RequestLimiter(() => clock);
  const begun: string[] = [];
  const ends = new Map<string, (outcome: Parameters<OutcomeRecorder>[0]) => void>();
  const send = (name: string, freight = EVALUATION_REQUEST) =>
    traffic.use(freight, (note) => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, (outcome) => (note(outcome), resolve())));
    });
  const waitForTasks = () => new Promise((resolve) => setTimeout(resolve));
  const end = async (name: string, took: number, outcome: Parameters<OutcomeRecorder>[0] = 'answered') => {
    clock += took;
    ends.get(name)?.(outcome);
    await waitForTasks();
  };
  return { traffic, begun, send, end, turn: waitForTasks };
}

it('S11 S12 the limiter starts waiting requests in their order, each as soon as the connection allows it', async () => {
  const { traffic, begun, send, end, turn } = createLimiterHarness();
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => send(name));
  await turn();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  expect(traffic.count).toBe(4);
  await end('b', 10);
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  for (const name of ['a', 'c', 'd', 'e', 'f']) await end(name, 10);
  await Promise.all(all);
  expect(traffic.count).toBe(0);
});

it('S12 the limiter starts a waiting evaluation before waiting files and after earlier evaluations', async () => {
  const { begun, send, end, turn } = createLimiterHarness();
  const files = ['a', 'b', 'c', 'd'].map((name) => send(name, PHOTO_UPLOAD_REQUEST));
  await turn();
  const evaluations = ['e', 'f', 'g', 'h'].map((name) => send(name));
  await turn();
  expect(begun).toEqual(['a', 'b', 'e', 'f']); // Four requests are in flight: two evaluations, and at most two files while the speed of the connection is unknown.
  await end('e', 10);
  await end('f', 10);
  expect(begun).toEqual(['a', 'b', 'e', 'f', 'g', 'h', 'c', 'd']);
  for (const name of ['a', 'b', 'g', 'h', 'c', 'd']) await end(name, 10);
  await Promise.all([...files, ...evaluations]);
});

it('S19 the limiter allows fewer requests at a time after a time-out, until responses arrive again', async () => {
  const { begun, send, end, turn } = createLimiterHarness();
  const all = ['a', 'b', 'c', 'd'].map((name) => send(name, PHOTO_UPLOAD_REQUEST));
  await turn();
  expect(begun).toEqual(['a', 'b']); // Two files at a time, because the speed of the connection is unknown.
  await end('a', 30_000, 'timeout');
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('b', 1, 'timeout');
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('c', 20_000);
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  await end('d', 20_000);
  await Promise.all(all);
});

it('S20 the limiter no longer counts a request as in flight when the work of the request throws', async () => {
  const { traffic } = createLimiterHarness();
  await expect(traffic.use(EVALUATION_REQUEST, () => Promise.reject(new Error('disk')))).rejects.toThrow(
    'disk',
  );
  expect(traffic.count).toBe(0);
});
