import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startReportingAccesses } from './report-accesses.ts';

const calls = vi.hoisted(() => ({
  tellReadings: vi.fn(() => Promise.resolve()),
  count: 0,
  link: 'up',
  changed: () => Promise.resolve(),
}));
vi.mock('#sync/reporting/offline-accesses.ts', () => ({ reportAccesses: calls.tellReadings }));
vi.mock('#storage/cache/offline-accesses.ts', () => ({ countAccesses: () => Promise.resolve(calls.count) }));
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve({ name: calls.link }),
}));
vi.mock('dexie', () => ({
  liveQuery: (query: () => Promise<boolean>) => ({
    subscribe({ next }: { next: (due: boolean) => void }) {
      calls.changed = async () => next(await query());
      void calls.changed();
      return { unsubscribe: () => (calls.changed = () => Promise.resolve()) };
    },
  }),
}));

const onFailure = vi.fn();
let stop = () => undefined as void;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const told = () => calls.tellReadings.mock.calls.length;
const start = () => {
  stop = startReportingAccesses(onFailure);
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  Object.assign(calls, { count: 0, link: 'up' });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('R4 the page reports offline accesses at the start, and later accesses together, half a minute after the first of them', async () => {
  calls.count = 1;
  start();
  await pass(30_000);
  expect(told()).toBe(1);
  for (let opened = 0; opened < 5; opened += 1) {
    await calls.changed();
    await pass(5_000);
  }
  expect(told()).toBe(1);
  await pass(5_000);
  expect(told()).toBe(2);
});

it('R4 the page reports offline accesses when the connection is back and every 15 minutes, until the reporting stops', async () => {
  Object.assign(calls, { count: 1, link: 'down' });
  start();
  await pass(60_000);
  expect(told()).toBe(0);
  calls.link = 'up';
  await calls.changed();
  await pass(30_000);
  expect(told()).toBe(1);
  await pass(15 * 60_000);
  expect(told()).toBe(2);
  stop();
  await pass(60 * 60_000);
  expect(told()).toBe(2);
});

it('S20 the reporting of offline accesses passes storage failures to the caller', async () => {
  const problem = new Error('storage');
  calls.tellReadings.mockRejectedValueOnce(problem);
  calls.count = 1;
  start();
  await pass(30_000);
  expect(onFailure).toHaveBeenCalledWith(problem);
});
