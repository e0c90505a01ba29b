import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { startBackgroundJobs } from './background-jobs.ts';

const jobMocks = vi.hoisted(() => ({
  requestDrain: vi.fn((_reason: string) => undefined),
  revalidateSession: vi.fn(() => Promise.resolve()),
  deleteOrphanedFiles: vi.fn(() => Promise.resolve()),
  dropOpenedCorrections: vi.fn(() => Promise.resolve()),
  refreshRequiredCatalogs: vi.fn(() => Promise.resolve({})),
  refreshAdditionalFields: vi.fn(() => Promise.resolve('unchanged')),
  refreshBranding: vi.fn(() => Promise.resolve()),
  fetchAndSeedBranchRecents: vi.fn(() => Promise.resolve()),
  refreshVerificationKey: vi.fn(() => Promise.resolve()),
  refreshEvaluationTemplates: vi.fn(() => Promise.resolve()),
  refreshExamPackages: vi.fn(() => Promise.resolve()),
  prefetchEvaluations: vi.fn(() => Promise.resolve('done')),
  reportDeviceIfDue: vi.fn(() => Promise.resolve()),
  readPreparedBrigade: vi.fn(() => Promise.resolve<object | null>(null)),
  maintainBrigade: vi.fn(() => Promise.resolve()),
  gate: 'open',
  actions: ['manage_evaluations'],
  unsent: 0,
  link: 'up',
  due: null as number | null,
  isOnlyWindow: true,
}));
vi.mock('#sync/outbox/outbox.ts', () => ({
  requestDrain: jobMocks.requestDrain,
  findNextDrainTimeForAccount: () => jobMocks.due,
  loadDrainCode: () => Promise.resolve(null),
}));
vi.mock('#sync/session/session.ts', () => ({
  revalidateSession: jobMocks.revalidateSession,
  readAccount: () =>
    Promise.resolve({ userId: 'u1', branchId: 'b1', gate: jobMocks.gate, actions: jobMocks.actions }),
}));
vi.mock('#sync/catalogs/catalog-cache.ts', () => ({
  refreshRequiredCatalogs: jobMocks.refreshRequiredCatalogs,
}));
vi.mock('#sync/catalogs/additional-fields.ts', () => ({
  refreshAdditionalFields: jobMocks.refreshAdditionalFields,
}));
vi.mock('#sync/catalogs/recents.ts', () => ({
  fetchAndSeedBranchRecents: jobMocks.fetchAndSeedBranchRecents,
}));
vi.mock('#sync/reads/documents/verification-key.ts', () => ({
  refreshVerificationKey: jobMocks.refreshVerificationKey,
}));
vi.mock('#sync/reads/exam-packages.ts', () => ({ refreshExamPackages: jobMocks.refreshExamPackages }));
vi.mock('#sync/reads/evaluation-templates.ts', () => ({
  refreshEvaluationTemplates: jobMocks.refreshEvaluationTemplates,
}));
vi.mock('#sync/reads/evaluations/prefetch.ts', () => ({ prefetchEvaluations: jobMocks.prefetchEvaluations }));
vi.mock('#sync/administration/clinic/branding.ts', () => ({ refreshBranding: jobMocks.refreshBranding }));
vi.mock('#sync/reporting/device-report.ts', () => ({ reportDeviceIfDue: jobMocks.reportDeviceIfDue }));
vi.mock('./reporting.ts', () => ({ startDeviceReporting: () => () => undefined }));
vi.mock('./report-accesses.ts', () => ({ startReportingAccesses: () => () => undefined }));
vi.mock('#storage/database/brigade-row.ts', () => ({ readPreparedBrigade: jobMocks.readPreparedBrigade }));
vi.mock('#sync/brigade/preparation.ts', () => ({ maintainBrigade: jobMocks.maintainBrigade }));
vi.mock('./expected-day.ts', () => ({ startExpectedDayWork: () => () => undefined }));
vi.mock('#storage/outbox/registrations/corrections.ts', () => ({
  deleteObsoleteCorrectionDrafts: jobMocks.dropOpenedCorrections,
}));
vi.mock('#sync/api/windows.ts', () => ({ isOnlyWindow: () => Promise.resolve(jobMocks.isOnlyWindow) }));
vi.mock('#storage/keys/orphans.ts', () => ({ deleteOrphanedFiles: jobMocks.deleteOrphanedFiles }));
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve({ name: jobMocks.link }),
}));
vi.mock('#storage/outbox/entries.ts', () => ({
  readSyncSummary: () => Promise.resolve({ unsent: jobMocks.unsent, attention: 0, sending: 0 }),
}));
vi.mock('#storage/database/live/settled-query.ts', () => ({
  createDelayedQuery: (_tables: readonly string[], read: () => unknown) => ({
    subscribe(next: (value: unknown) => void) {
      next(read());
      return { unsubscribe: () => undefined };
    },
  }),
}));

const MINUTE_MS = 60_000;
const getDrainReasons = () => jobMocks.requestDrain.mock.calls.map(([reason]) => reason);
let stopJobs = () => undefined as void;

async function startJobs() {
  stopJobs = startBackgroundJobs('u1', 'open');
  await vi.advanceTimersByTimeAsync(0);
  vi.clearAllMocks();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  Object.assign(jobMocks, {
    gate: 'open',
    actions: ['manage_evaluations'],
    unsent: 0,
    link: 'up',
    due: null,
    isOnlyWindow: true,
  });
});
afterEach(() => {
  stopJobs();
  vi.useRealTimers();
});

it('P10.283 the page keeps opened but unedited corrections at its start when another window is open', async () => {
  jobMocks.isOnlyWindow = false;
  stopJobs = startBackgroundJobs('u1', 'open');
  await vi.advanceTimersByTimeAsync(0);
  await retryUntilPassing(() => expect(jobMocks.deleteOrphanedFiles).toHaveBeenCalledOnce());
  expect(jobMocks.dropOpenedCorrections).not.toHaveBeenCalled();
});

it.each([
  [['manage_evaluations'], 1, 1],
  [['register_patients'], 0, 1],
  [['manage_catalogs'], 0, 0],
])(
  'P10.447 P11.68 the refreshes also fetch templates for a doctor, and packages for a doctor and a receptionist: %j',
  async (actions, templates, packages) => {
    jobMocks.actions = actions;
    stopJobs = startBackgroundJobs('u1', 'open');
    await vi.advanceTimersByTimeAsync(0);
    await retryUntilPassing(() => expect(jobMocks.refreshVerificationKey).toHaveBeenCalledOnce());
    await vi.advanceTimersByTimeAsync(0);
    expect(jobMocks.refreshEvaluationTemplates).toHaveBeenCalledTimes(templates);
    expect(jobMocks.refreshExamPackages).toHaveBeenCalledTimes(packages);
  },
);

it.each([
  [{ day: '2026-12-01' }, 1],
  [null, 0],
])('P11.74 the refreshes maintain the brigade of a prepared device: %j', async (brigade, count) => {
  jobMocks.readPreparedBrigade.mockResolvedValue(brigade);
  stopJobs = startBackgroundJobs('u1', 'open');
  await vi.advanceTimersByTimeAsync(0);
  await retryUntilPassing(() => expect(jobMocks.readPreparedBrigade).toHaveBeenCalledOnce());
  await vi.advanceTimersByTimeAsync(0);
  expect(jobMocks.maintainBrigade).toHaveBeenCalledTimes(count);
});

describe('S17 drain triggers', () => {
  it("the page requests a drain and refreshes the device's data at its start", async () => {
    stopJobs = startBackgroundJobs('u1', 'open');
    await vi.advanceTimersByTimeAsync(0);
    expect(getDrainReasons()).toEqual(['start']);
    expect(jobMocks.refreshRequiredCatalogs).toHaveBeenCalledOnce();
    expect(jobMocks.refreshBranding).toHaveBeenCalledOnce();
    expect(jobMocks.fetchAndSeedBranchRecents).toHaveBeenCalledOnce();
    expect(jobMocks.refreshVerificationKey).toHaveBeenCalledOnce();
    await retryUntilPassing(() => expect(jobMocks.refreshEvaluationTemplates).toHaveBeenCalledOnce());
    await retryUntilPassing(() => expect(jobMocks.deleteOrphanedFiles).toHaveBeenCalledOnce());
    expect(jobMocks.dropOpenedCorrections).toHaveBeenCalledOnce();
  });

  it.each([
    ['online', () => window.dispatchEvent(new Event('online')), 'online'],
    ['pageshow', () => window.dispatchEvent(new Event('pageshow')), 'visible'],
    ['visibilitychange', () => document.dispatchEvent(new Event('visibilitychange')), 'visible'],
  ])('the page requests a drain on the event %s', async (_event, fire, reason) => {
    await startJobs();
    fire();
    expect(getDrainReasons()).toEqual([reason]);
  });

  it('the page requests the session when the browser reports that the network is lost', async () => {
    await startJobs();
    window.dispatchEvent(new Event('offline'));
    expect(jobMocks.revalidateSession).toHaveBeenCalledOnce();
  });

  it('S17 the page requests the session twice after the network is lost, because the first response may already be in transit', async () => {
    await startJobs();
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(jobMocks.revalidateSession).toHaveBeenCalledTimes(2);
    window.dispatchEvent(new Event('offline'));
    onLine.mockReturnValue(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(jobMocks.revalidateSession).toHaveBeenCalledTimes(3);
    onLine.mockRestore();
  });

  it("S17 the page requests a drain and the session once more when the server is not reached within 5 s of the network's return", async () => {
    await startJobs();
    jobMocks.link = 'down';
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(getDrainReasons()).toEqual(['online', 'online']);
    expect(jobMocks.revalidateSession).toHaveBeenCalledTimes(2);
    jobMocks.link = 'up';
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(getDrainReasons()).toHaveLength(3);
  });

  it('the page requests a drain when the next item becomes due', async () => {
    jobMocks.due = Date.now() + 18_000;
    await startJobs();
    await vi.advanceTimersByTimeAsync(17_999);
    expect(getDrainReasons()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(getDrainReasons()).toEqual(['timer']);
  });

  it.each([
    ['something is unsent', { unsent: 1 }],
    ['the link is down', { link: 'down' }],
  ])('the page requests a drain every 30 s when %s', async (_why, state) => {
    await startJobs();
    Object.assign(jobMocks, state);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(getDrainReasons()).toEqual(['timer', 'timer']);
  });

  it('the page requests no drain when all entries are sent, and none after the background jobs have stopped', async () => {
    await startJobs();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    stopJobs();
    jobMocks.unsent = 1;
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(getDrainReasons()).toEqual([]);
  });
});

it('S24 S28 the page sends a due device report when it becomes visible again', async () => {
  await startJobs();
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.dynamicImportSettled();
  expect(jobMocks.reportDeviceIfDue).toHaveBeenCalledOnce();
});

describe('refresh of the device’s data', () => {
  it('R1 P10.350 the page refreshes the catalogues and the additional fields every 15 minutes', async () => {
    await startJobs();
    jobMocks.refreshAdditionalFields.mockClear();
    await vi.advanceTimersByTimeAsync(30 * MINUTE_MS);
    expect(jobMocks.refreshRequiredCatalogs).toHaveBeenCalledTimes(2);
    expect(jobMocks.refreshAdditionalFields).toHaveBeenCalledTimes(2);
  });

  it('R2 the page prefetches the newest open evaluations at the start, after the catalogues, and every 5 minutes', async () => {
    stopJobs = startBackgroundJobs('u1', 'open');
    await vi.advanceTimersByTimeAsync(0);
    expect(jobMocks.prefetchEvaluations).toHaveBeenCalledOnce();
    expect(jobMocks.refreshRequiredCatalogs.mock.invocationCallOrder[0]).toBeLessThan(
      jobMocks.prefetchEvaluations.mock.invocationCallOrder[0] ?? 0,
    );
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(jobMocks.prefetchEvaluations).toHaveBeenCalledTimes(3);
  });

  it('R2 the page prefetches no evaluations for a user without permission to read them', async () => {
    jobMocks.actions = ['register_patients'];
    stopJobs = startBackgroundJobs('u1', 'open');
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(jobMocks.prefetchEvaluations).not.toHaveBeenCalled();
  });

  it('S9 S26 the page requests the session at most every 10 s while one window reports the session ended and another reports it open', async () => {
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    for (let turn = 0; turn < 50; turn += 1) {
      stopJobs = startBackgroundJobs('u1', 'expired');
      await vi.advanceTimersByTimeAsync(100);
      stopJobs();
    }
    expect(jobMocks.revalidateSession).toHaveBeenCalledTimes(1);
    stopJobs = startBackgroundJobs('u1', 'expired');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(jobMocks.revalidateSession).toHaveBeenCalledTimes(2);
  });

  it('S9 the page with an ended session only checks whether the session is open again', async () => {
    jobMocks.gate = 'expired';
    stopJobs = startBackgroundJobs('u1', 'expired');
    await vi.advanceTimersByTimeAsync(15 * MINUTE_MS);
    expect(jobMocks.revalidateSession).toHaveBeenCalledTimes(2);
    expect(getDrainReasons()).toEqual([]);
    expect(jobMocks.refreshRequiredCatalogs).not.toHaveBeenCalled();
    expect(jobMocks.prefetchEvaluations).not.toHaveBeenCalled();
  });

  it('D2 the page requests the session every 30 s and when the network returns, but sends no entries, when the user has signed in offline', async () => {
    jobMocks.gate = 'offline';
    stopJobs = startBackgroundJobs('u1', 'offline');
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(jobMocks.revalidateSession).toHaveBeenCalledTimes(3);
    window.dispatchEvent(new Event('online'));
    expect(jobMocks.revalidateSession).toHaveBeenCalledTimes(4);
    expect(getDrainReasons()).toEqual([]);
    expect(jobMocks.refreshRequiredCatalogs).not.toHaveBeenCalled();
  });
});
