import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportDeviceNow, startReporting } from './reporting.ts';

const calls = vi.hoisted(() => ({
  reportDevice: vi.fn(() => Promise.resolve()),
  tellReadings: vi.fn(() => Promise.resolve()),
  counted: (() => undefined) as () => void,
  wants: (() => undefined) as (branchId: string | null) => void,
  branchWithoutLetters: () => undefined,
  isUp: (() => undefined) as (since: number | null) => void,
  readUpSince: () => undefined,
}));
vi.mock('#sync/reporting/device-report.ts', () => ({
  REPORT_EVERY_MS: 15 * 60_000,
  REPORT_SPACING_MS: 60_000,
  reportDevice: calls.reportDevice,
}));
vi.mock('#sync/reporting/queue-letters.ts', () => ({
  branchWithoutQueueLetters: calls.branchWithoutLetters,
}));
vi.mock('#sync/reporting/offline-accesses.ts', () => ({ reportAccesses: calls.tellReadings }));
vi.mock('#storage/device/device-census.ts', () => ({ countUnsentOnDevice: () => undefined }));
vi.mock('#storage/device/connection-state.ts', () => ({ readUpSince: calls.readUpSince }));
vi.mock('dexie', () => ({
  liveQuery: (query: () => unknown) => ({
    subscribe({ next }: { next: (value: string | number | null) => void }) {
      if (query === calls.branchWithoutLetters) calls.wants = next;
      else if (query === calls.readUpSince) calls.isUp = next;
      next(null);
      return { unsubscribe: () => undefined };
    },
  }),
}));
vi.mock('#storage/database/settled-query.ts', () => ({
  delayedQuery: () => ({
    subscribe(next: (value: null) => void) {
      calls.counted = () => next(null);
      next(null);
      return { unsubscribe: () => (calls.counted = () => undefined) };
    },
  }),
}));

const onFailure = vi.fn();
let stop = () => undefined as void;
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const countReports = () => calls.reportDevice.mock.calls.length;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  stop = startReporting(onFailure);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('S24 the page sends the device report at the start, and after a drain once the counts have not changed for 5 s', async () => {
  await advance(5_000);
  expect(countReports()).toBe(1);
  for (let sent = 0; sent < 10; sent += 1) {
    calls.counted();
    await advance(4_000);
  }
  expect(countReports()).toBe(1);
  await advance(1_000);
  expect(countReports()).toBe(2);
});

it('S24 the page sends a second device report at the start, because the first may have come too soon after a previous report', async () => {
  await advance(65_000);
  expect(countReports()).toBe(2);
  await advance(65_000);
  expect(countReports()).toBe(2);
});

it('S24 P10.365 the page sends another device report a minute after a change, also when the report after the change came too soon', async () => {
  await advance(35_000);
  calls.isUp(1_000);
  calls.isUp(2_000);
  calls.counted();
  await advance(30_000);
  const skipped = countReports();
  await advance(65_000);
  expect(countReports()).toBe(skipped + 1);
  await advance(65_000);
  expect(countReports()).toBe(skipped + 1);
});

it('S24 the page sends the device report every 15 minutes until the reporting stops', async () => {
  await advance(15 * 60_000);
  const before = countReports();
  await advance(15 * 60_000);
  expect(countReports()).toBe(before + 1);
  stop();
  await advance(60 * 60_000);
  expect(countReports()).toBe(before + 1);
});

it('S28 P10.48 the page sends the device report immediately when a branch has no queue letters, and once more when another branch has none', async () => {
  calls.wants('b1');
  calls.wants('b1');
  expect(calls.reportDevice.mock.calls).toEqual([['letters']]);
  calls.wants(null);
  calls.wants('b1');
  calls.wants('b2');
  expect(countReports()).toBe(3);
});

it('S20 the function that reports the device passes storage failures to its caller', async () => {
  const problem = new Error('storage');
  calls.reportDevice.mockRejectedValueOnce(problem);
  await advance(5_000);
  expect(onFailure).toHaveBeenCalledWith(problem);
});

it('S24 R4 the page reports unsent entries and offline accesses before a sign-out', async () => {
  await reportDeviceNow();
  expect([calls.reportDevice.mock.calls, calls.tellReadings.mock.calls.length]).toEqual([
    [['last_chance']],
    1,
  ]);
});

it('S29 the page sends the device report when the server responds again, because a restored server may have older data', async () => {
  calls.isUp(1_000);
  await advance(70_000);
  const before = countReports();
  calls.isUp(null);
  expect(countReports()).toBe(before);
  calls.isUp(90_000);
  expect(countReports()).toBe(before + 1);
  calls.isUp(90_000);
  expect(countReports()).toBe(before + 1);
});
