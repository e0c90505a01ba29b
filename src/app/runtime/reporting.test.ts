import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendReportsBeforeSignOut, startDeviceReporting } from './reporting.ts';

const reportMocks = vi.hoisted(() => ({
  reportDeviceIfDue: vi.fn(() => Promise.resolve()),
  tellReadings: vi.fn(() => Promise.resolve()),
  counted: (() => undefined) as () => void,
  wants: (() => undefined) as (branchId: string | null) => void,
  branchWithoutLetters: () => undefined,
  isUp: (() => undefined) as (since: number | null) => void,
  readServerUpSince: () => undefined,
}));
vi.mock('#sync/reporting/device-report.ts', () => ({
  DEVICE_REPORT_INTERVAL_MS: 15 * 60_000,
  MIN_DEVICE_REPORT_INTERVAL_MS: 60_000,
  reportDeviceIfDue: reportMocks.reportDeviceIfDue,
}));
vi.mock('#sync/reporting/queue-letters.ts', () => ({
  findBranchWithoutQueueLetters: reportMocks.branchWithoutLetters,
}));
vi.mock('#sync/reporting/offline-accesses.ts', () => ({ reportAccesses: reportMocks.tellReadings }));
vi.mock('#storage/device/device-census.ts', () => ({ countUnsentOnDevice: () => undefined }));
vi.mock('#storage/device/connection-state.ts', () => ({ readServerUpSince: reportMocks.readServerUpSince }));
vi.mock('dexie', () => ({
  liveQuery: (query: () => unknown) => ({
    subscribe({ next }: { next: (value: string | number | null) => void }) {
      if (query === reportMocks.branchWithoutLetters) reportMocks.wants = next;
      else if (query === reportMocks.readServerUpSince) reportMocks.isUp = next;
      next(null);
      return { unsubscribe: () => undefined };
    },
  }),
}));
vi.mock('#storage/database/live/settled-query.ts', () => ({
  createDelayedQuery: () => ({
    subscribe(next: (value: null) => void) {
      reportMocks.counted = () => next(null);
      next(null);
      return { unsubscribe: () => (reportMocks.counted = () => undefined) };
    },
  }),
}));

const onFailure = vi.fn();
let stopReporting = () => undefined as void;
const advanceTimers = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const countReports = () => reportMocks.reportDeviceIfDue.mock.calls.length;

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  stopReporting = startDeviceReporting(onFailure);
});
afterEach(() => {
  stopReporting();
  vi.useRealTimers();
});

it('S24 the page sends the device report at the start, and again when the counts of unsent entries have stayed the same for 5 s', async () => {
  await advanceTimers(5_000);
  expect(countReports()).toBe(1);
  for (let sent = 0; sent < 10; sent += 1) {
    reportMocks.counted();
    await advanceTimers(4_000);
  }
  expect(countReports()).toBe(1);
  await advanceTimers(1_000);
  expect(countReports()).toBe(2);
});

it('S24 the page sends a second device report at the start, because the first may have come too soon after a previous report', async () => {
  await advanceTimers(65_000);
  expect(countReports()).toBe(2);
  await advanceTimers(65_000);
  expect(countReports()).toBe(2);
});

it('S24 P10.365 the page sends exactly one more device report a minute after a change, in case the report at the change came too soon', async () => {
  await advanceTimers(35_000);
  reportMocks.isUp(1_000);
  reportMocks.isUp(2_000);
  reportMocks.counted();
  await advanceTimers(30_000);
  const skipped = countReports();
  await advanceTimers(65_000);
  expect(countReports()).toBe(skipped + 1);
  await advanceTimers(65_000);
  expect(countReports()).toBe(skipped + 1);
});

it('S24 the page sends the device report every 15 minutes until the reporting stops', async () => {
  await advanceTimers(15 * 60_000);
  const before = countReports();
  await advanceTimers(15 * 60_000);
  expect(countReports()).toBe(before + 1);
  stopReporting();
  await advanceTimers(60 * 60_000);
  expect(countReports()).toBe(before + 1);
});

it('S28 P10.48 the page sends the device report immediately when a branch has no queue letters, and once more when another branch has none', async () => {
  reportMocks.wants('b1');
  reportMocks.wants('b1');
  expect(reportMocks.reportDeviceIfDue.mock.calls).toEqual([['letters']]);
  reportMocks.wants(null);
  reportMocks.wants('b1');
  reportMocks.wants('b2');
  expect(countReports()).toBe(3);
});

it('S20 the device reporting passes storage failures to the caller that started it', async () => {
  const problem = new Error('storage');
  reportMocks.reportDeviceIfDue.mockRejectedValueOnce(problem);
  await advanceTimers(5_000);
  expect(onFailure).toHaveBeenCalledWith(problem);
});

it('S24 R4 the page reports unsent entries and offline accesses before a sign-out', async () => {
  await sendReportsBeforeSignOut();
  expect([reportMocks.reportDeviceIfDue.mock.calls, reportMocks.tellReadings.mock.calls.length]).toEqual([
    [['last_chance']],
    1,
  ]);
});

it('S29 the page sends the device report when the server responds again, because a restored server may have older data', async () => {
  reportMocks.isUp(1_000);
  await advanceTimers(70_000);
  const before = countReports();
  reportMocks.isUp(null);
  expect(countReports()).toBe(before);
  reportMocks.isUp(90_000);
  expect(countReports()).toBe(before + 1);
  reportMocks.isUp(90_000);
  expect(countReports()).toBe(before + 1);
});
