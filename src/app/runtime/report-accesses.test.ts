import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startReportingAccesses } from './report-accesses.ts';

const accessReportMocks = vi.hoisted(() => ({
  tellReadings: vi.fn(() => Promise.resolve()),
  count: 0,
  link: 'up',
  changed: () => Promise.resolve(),
}));
vi.mock('#sync/reporting/offline-accesses.ts', () => ({ reportAccesses: accessReportMocks.tellReadings }));
vi.mock('#storage/cache/offline-accesses.ts', () => ({
  countOwnUnreportedAccesses: () => Promise.resolve(accessReportMocks.count),
}));
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve({ name: accessReportMocks.link }),
}));
vi.mock('dexie', () => ({
  liveQuery: (query: () => Promise<boolean>) => ({
    subscribe({ next }: { next: (due: boolean) => void }) {
      accessReportMocks.changed = async () => next(await query());
      void accessReportMocks.changed();
      return { unsubscribe: () => (accessReportMocks.changed = () => Promise.resolve()) };
    },
  }),
}));

const onFailure = vi.fn();
let stopReporting = () => undefined as void;
const advanceTimers = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const countAccessReports = () => accessReportMocks.tellReadings.mock.calls.length;
const startReporter = () => {
  stopReporting = startReportingAccesses(onFailure);
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  Object.assign(accessReportMocks, { count: 0, link: 'up' });
});
afterEach(() => {
  stopReporting();
  vi.useRealTimers();
});

it('R4 the page reports offline accesses at the start, and later accesses together, half a minute after the first of them', async () => {
  accessReportMocks.count = 1;
  startReporter();
  await advanceTimers(30_000);
  expect(countAccessReports()).toBe(1);
  for (let opened = 0; opened < 5; opened += 1) {
    await accessReportMocks.changed();
    await advanceTimers(5_000);
  }
  expect(countAccessReports()).toBe(1);
  await advanceTimers(5_000);
  expect(countAccessReports()).toBe(2);
});

it('R4 the page reports offline accesses when the connection is back and every 15 minutes, until the reporting stops', async () => {
  Object.assign(accessReportMocks, { count: 1, link: 'down' });
  startReporter();
  await advanceTimers(60_000);
  expect(countAccessReports()).toBe(0);
  accessReportMocks.link = 'up';
  await accessReportMocks.changed();
  await advanceTimers(30_000);
  expect(countAccessReports()).toBe(1);
  await advanceTimers(15 * 60_000);
  expect(countAccessReports()).toBe(2);
  stopReporting();
  await advanceTimers(60 * 60_000);
  expect(countAccessReports()).toBe(2);
});

it('S20 the page passes storage failures during the reporting of offline accesses to the caller', async () => {
  const problem = new Error('storage');
  accessReportMocks.tellReadings.mockRejectedValueOnce(problem);
  accessReportMocks.count = 1;
  startReporter();
  await advanceTimers(30_000);
  expect(onFailure).toHaveBeenCalledWith(problem);
});
