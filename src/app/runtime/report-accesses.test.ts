import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startReportingAccesses } from './report-accesses.ts';

const calls = vi.hoisted(() => ({
  tellReadings: vi.fn(() => Promise.resolve()),
  count: 0,
  link: 'up',
  changed: () => Promise.resolve(),
}));
vi.mock('#sync/reporting/offline-accesses.ts', () => ({ reportAccesses: calls.tellReadings }));
vi.mock('#storage/cache/offline-accesses.ts', () => ({
  countUnreportedAccesses: () => Promise.resolve(calls.count),
}));
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
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const reportCount = () => calls.tellReadings.mock.calls.length;
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
  await advance(30_000);
  expect(reportCount()).toBe(1);
  for (let opened = 0; opened < 5; opened += 1) {
    await calls.changed();
    await advance(5_000);
  }
  expect(reportCount()).toBe(1);
  await advance(5_000);
  expect(reportCount()).toBe(2);
});

it('R4 the page reports offline accesses when the connection is back and every 15 minutes, until the reporting stops', async () => {
  Object.assign(calls, { count: 1, link: 'down' });
  start();
  await advance(60_000);
  expect(reportCount()).toBe(0);
  calls.link = 'up';
  await calls.changed();
  await advance(30_000);
  expect(reportCount()).toBe(1);
  await advance(15 * 60_000);
  expect(reportCount()).toBe(2);
  stop();
  await advance(60 * 60_000);
  expect(reportCount()).toBe(2);
});

it('S20 the page passes storage failures during the reporting of offline accesses to the caller', async () => {
  const problem = new Error('storage');
  calls.tellReadings.mockRejectedValueOnce(problem);
  calls.count = 1;
  start();
  await advance(30_000);
  expect(onFailure).toHaveBeenCalledWith(problem);
});
