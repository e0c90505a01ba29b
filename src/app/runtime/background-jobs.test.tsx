import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startBackgroundJobs } from './background-jobs.ts';

const calls = vi.hoisted(() => ({
  requestDrain: vi.fn((_reason: string) => undefined),
  revalidateSession: vi.fn(() => Promise.resolve()),
  deleteOrphanedFiles: vi.fn(() => Promise.resolve()),
  dropOpenedCorrections: vi.fn(() => Promise.resolve()),
  refreshCatalogs: vi.fn(() => Promise.resolve({})),
  refreshAdditionalFields: vi.fn(() => Promise.resolve('unchanged')),
  refreshBranding: vi.fn(() => Promise.resolve()),
  fetchBranchRecents: vi.fn(() => Promise.resolve()),
  fetchVerificationKey: vi.fn(() => Promise.resolve()),
  prefetchEvaluations: vi.fn(() => Promise.resolve('done')),
  reportDevice: vi.fn(() => Promise.resolve()),
  gate: 'open',
  actions: ['manage_evaluations'],
  unsent: 0,
  link: 'up',
  due: null as number | null,
  isOnlyWindow: true,
}));
vi.mock('#sync/outbox/outbox.ts', () => ({
  requestDrain: calls.requestDrain,
  nextDueForAccount: () => calls.due,
  loadDrainCode: () => Promise.resolve(null),
}));
vi.mock('#sync/session/session.ts', () => ({
  revalidateSession: calls.revalidateSession,
  readAccount: () => Promise.resolve({ gate: calls.gate, actions: calls.actions }),
}));
vi.mock('#sync/catalogs/catalog-cache.ts', () => ({ refreshCatalogs: calls.refreshCatalogs }));
vi.mock('#sync/catalogs/additional-fields.ts', () => ({
  refreshAdditionalFields: calls.refreshAdditionalFields,
}));
vi.mock('#sync/catalogs/recents.ts', () => ({ fetchBranchRecents: calls.fetchBranchRecents }));
vi.mock('#sync/reads/verification-key.ts', () => ({ fetchVerificationKey: calls.fetchVerificationKey }));
vi.mock('#sync/reads/prefetch.ts', () => ({ prefetchEvaluations: calls.prefetchEvaluations }));
vi.mock('#sync/administration/branding.ts', () => ({ refreshBranding: calls.refreshBranding }));
vi.mock('#sync/reporting/device-report.ts', () => ({ reportDevice: calls.reportDevice }));
vi.mock('./reporting.ts', () => ({ startReporting: () => () => undefined }));
vi.mock('./report-accesses.ts', () => ({ startReportingAccesses: () => () => undefined }));
vi.mock('#storage/outbox/corrections.ts', () => ({
  deleteUnchangedCorrections: calls.dropOpenedCorrections,
}));
vi.mock('#sync/api/windows.ts', () => ({ isOnlyWindow: () => Promise.resolve(calls.isOnlyWindow) }));
vi.mock('#storage/keys/orphans.ts', () => ({ deleteOrphanedFiles: calls.deleteOrphanedFiles }));
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve({ name: calls.link }),
}));
vi.mock('#storage/outbox/entries.ts', () => ({
  readSyncSummary: () => Promise.resolve({ unsent: calls.unsent, attention: 0, sending: 0 }),
}));
vi.mock('#storage/database/settled-query.ts', () => ({
  delayedQuery: (_tables: readonly string[], read: () => unknown) => ({
    subscribe(next: (value: unknown) => void) {
      next(read());
      return { unsubscribe: () => undefined };
    },
  }),
}));

const MINUTE_MS = 60_000;
const reasons = () => calls.requestDrain.mock.calls.map(([reason]) => reason);
let stop = () => undefined as void;

async function startJobs() {
  stop = startBackgroundJobs('u1', 'open');
  await vi.advanceTimersByTimeAsync(0);
  vi.clearAllMocks();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  Object.assign(calls, {
    gate: 'open',
    actions: ['manage_evaluations'],
    unsent: 0,
    link: 'up',
    due: null,
    isOnlyWindow: true,
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('P10.283 the page keeps opened but unedited corrections at its start when another window is open', async () => {
  calls.isOnlyWindow = false;
  stop = startBackgroundJobs('u1', 'open');
  await vi.advanceTimersByTimeAsync(0);
  await vi.waitFor(() => expect(calls.deleteOrphanedFiles).toHaveBeenCalledOnce());
  expect(calls.dropOpenedCorrections).not.toHaveBeenCalled();
});

describe('S17 drain triggers', () => {
  it("the page requests a drain and refreshes the device's data at its start", async () => {
    stop = startBackgroundJobs('u1', 'open');
    await vi.advanceTimersByTimeAsync(0);
    expect(reasons()).toEqual(['start']);
    expect(calls.refreshCatalogs).toHaveBeenCalledOnce();
    expect(calls.refreshBranding).toHaveBeenCalledOnce();
    expect(calls.fetchBranchRecents).toHaveBeenCalledOnce();
    expect(calls.fetchVerificationKey).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(calls.deleteOrphanedFiles).toHaveBeenCalledOnce());
    expect(calls.dropOpenedCorrections).toHaveBeenCalledOnce();
  });

  it.each([
    ['online', () => window.dispatchEvent(new Event('online')), 'online'],
    ['pageshow', () => window.dispatchEvent(new Event('pageshow')), 'visible'],
    ['visibilitychange', () => document.dispatchEvent(new Event('visibilitychange')), 'visible'],
  ])('the page requests a drain on the event %s', async (_event, fire, reason) => {
    await startJobs();
    fire();
    expect(reasons()).toEqual([reason]);
  });

  it('the page sends a request to the server when the browser reports a lost network', async () => {
    await startJobs();
    window.dispatchEvent(new Event('offline'));
    expect(calls.revalidateSession).toHaveBeenCalledOnce();
  });

  it('S17 the page requests the session twice after the network is lost, because the first response may already be in transit', async () => {
    await startJobs();
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(calls.revalidateSession).toHaveBeenCalledTimes(2);
    window.dispatchEvent(new Event('offline'));
    onLine.mockReturnValue(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(calls.revalidateSession).toHaveBeenCalledTimes(3);
    onLine.mockRestore();
  });

  it("S17 the page requests the session again when the first request after the network's return fails", async () => {
    await startJobs();
    calls.link = 'down';
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reasons()).toEqual(['online', 'online']);
    expect(calls.revalidateSession).toHaveBeenCalledTimes(2);
    calls.link = 'up';
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reasons()).toHaveLength(3);
  });

  it('the page requests a drain when the next item becomes due', async () => {
    calls.due = Date.now() + 18_000;
    await startJobs();
    await vi.advanceTimersByTimeAsync(17_999);
    expect(reasons()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(reasons()).toEqual(['timer']);
  });

  it.each([
    ['something is unsent', { unsent: 1 }],
    ['the link is down', { link: 'down' }],
  ])('the page requests a drain every 30 s when %s', async (_why, state) => {
    await startJobs();
    Object.assign(calls, state);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(reasons()).toEqual(['timer', 'timer']);
  });

  it('the page requests no drain when all entries are sent, and none after the background jobs have stopped', async () => {
    await startJobs();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    stop();
    calls.unsent = 1;
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(reasons()).toEqual([]);
  });
});

it('S24 S28 the page sends a due device report when it becomes visible again', async () => {
  await startJobs();
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.dynamicImportSettled();
  expect(calls.reportDevice).toHaveBeenCalledOnce();
});

describe('refresh of the device’s data', () => {
  it('R1 P10.350 the page refreshes the catalogues and the additional fields every 15 minutes', async () => {
    await startJobs();
    calls.refreshAdditionalFields.mockClear();
    await vi.advanceTimersByTimeAsync(30 * MINUTE_MS);
    expect(calls.refreshCatalogs).toHaveBeenCalledTimes(2);
    expect(calls.refreshAdditionalFields).toHaveBeenCalledTimes(2);
  });

  it('R2 the page prefetches the newest open evaluations at the start, after the catalogues, and every 5 minutes', async () => {
    stop = startBackgroundJobs('u1', 'open');
    await vi.advanceTimersByTimeAsync(0);
    expect(calls.prefetchEvaluations).toHaveBeenCalledOnce();
    expect(calls.refreshCatalogs.mock.invocationCallOrder[0]).toBeLessThan(
      calls.prefetchEvaluations.mock.invocationCallOrder[0] ?? 0,
    );
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(calls.prefetchEvaluations).toHaveBeenCalledTimes(3);
  });

  it('R2 the page prefetches no evaluations for a user without permission to read them', async () => {
    calls.actions = ['register_patients'];
    stop = startBackgroundJobs('u1', 'open');
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(calls.prefetchEvaluations).not.toHaveBeenCalled();
  });

  it('S9 S26 the page requests the session at most every 10 s while one window reports the session ended and another reports it open', async () => {
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    for (let turn = 0; turn < 50; turn += 1) {
      stop = startBackgroundJobs('u1', 'expired');
      await vi.advanceTimersByTimeAsync(100);
      stop();
    }
    expect(calls.revalidateSession).toHaveBeenCalledTimes(1);
    stop = startBackgroundJobs('u1', 'expired');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(calls.revalidateSession).toHaveBeenCalledTimes(2);
  });

  it('S9 the page with an ended session only checks whether the session is open again', async () => {
    calls.gate = 'expired';
    stop = startBackgroundJobs('u1', 'expired');
    await vi.advanceTimersByTimeAsync(15 * MINUTE_MS);
    expect(calls.revalidateSession).toHaveBeenCalledTimes(2);
    expect(reasons()).toEqual([]);
    expect(calls.refreshCatalogs).not.toHaveBeenCalled();
    expect(calls.prefetchEvaluations).not.toHaveBeenCalled();
  });

  it('D2 the page requests the session every 30 s and when the network returns, but sends no entries, when the user has signed in offline', async () => {
    calls.gate = 'offline';
    stop = startBackgroundJobs('u1', 'offline');
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(calls.revalidateSession).toHaveBeenCalledTimes(3);
    window.dispatchEvent(new Event('online'));
    expect(calls.revalidateSession).toHaveBeenCalledTimes(4);
    expect(reasons()).toEqual([]);
    expect(calls.refreshCatalogs).not.toHaveBeenCalled();
  });
});
