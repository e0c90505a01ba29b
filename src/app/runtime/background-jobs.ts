import { readSyncSummary } from '#storage/outbox/entries.ts';
import { readPreparedBrigade } from '#storage/database/brigade-row.ts';
import { createDelayedQuery } from '#storage/database/live/settled-query.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { refreshBranding } from '#sync/administration/clinic/branding.ts';
import { refreshRequiredCatalogs } from '#sync/catalogs/catalog-cache.ts';
import { loadDrainCode, findNextDrainTimeForAccount, requestDrain } from '#sync/outbox/outbox.ts';
import { isOnlyWindow } from '#sync/api/windows.ts';
import { readAccount, revalidateSession, type Account } from '#sync/session/session.ts';
import { reportFailure } from '../kit/failures.ts';
import { loadCode } from '#ui/hooks/load-code.ts';

/**
 * Interval in ms at which a page requests a drain even without an event. This file runs the background jobs of a page while a
 * user is signed in: drain requests (S17) and refreshes of the device's data.
 */
const JOB_HEARTBEAT_INTERVAL_MS = 30_000;
const DEVICE_REFRESH_INTERVAL_MS = 15 * 60_000;
/**
 * R2: interval of the prefetch runs in ms. A cached evaluation that was never opened is at most this old when the network is
 * lost.
 */
const PREFETCH_INTERVAL_MS = 5 * 60_000;
/**
 * Shortest delay of the drain timer in ms. The next due time changes with each sent item, and one drain request per second is
 * enough.
 */
const MIN_DRAIN_DELAY_MS = 1_000;
/** Longest delay of a timer in ms, because setTimeout stores the delay in 32 bits. */
const MAX_TIMER_DELAY_MS = 2 ** 31 - 1;

type StopFunction = () => void;

const runInBackground = (work: () => Promise<unknown>): void => {
  work().catch(reportFailure);
};

const stopAll =
  (stops: readonly StopFunction[]): StopFunction =>
  () =>
    stops.forEach((stop) => stop());

function listen(target: EventTarget, type: string, react: () => void): StopFunction {
  target.addEventListener(type, react);
  return () => target.removeEventListener(type, react);
}

function repeatEvery(every: number, react: () => void): StopFunction {
  const timer = setInterval(react, every);
  return () => clearInterval(timer);
}

/** Refreshes the packages of reception and doctors, and the templates of doctors: both may need them without network. */
async function refreshVisitAids(): Promise<void> {
  const account = await readAccount();
  if (!account?.branchId) return;
  const reader = { ownerId: account.userId, branchId: account.branchId };
  const isDoctor = account.actions.includes('manage_evaluations');
  if (isDoctor || account.actions.includes('register_patients')) {
    const { refreshExamPackages } = await loadCode(() => import('#sync/reads/exam-packages.ts'));
    await refreshExamPackages(reader);
  }
  if (!isDoctor) return;
  const { refreshEvaluationTemplates } = await loadCode(() => import('#sync/reads/evaluation-templates.ts'));
  await refreshEvaluationTemplates(reader);
}

/** Loads the code only on devices that a user prepared for a brigade. */
async function maintainBrigadeIfPrepared(): Promise<void> {
  if (!(await readPreparedBrigade())) return;
  await (await loadCode(() => import('#sync/brigade/preparation.ts'))).maintainBrigade();
}

async function revalidateAndRefreshData(): Promise<void> {
  await revalidateSession();
  if ((await readAccount())?.gate !== 'open') return;
  await Promise.all([refreshBranding(), refreshRequiredCatalogs()]);
  const { refreshAdditionalFields } = await loadCode(() => import('#sync/catalogs/additional-fields.ts'));
  await refreshAdditionalFields();
  // Loaded here, because it usually runs once per user and device and would delay the start.
  const { fetchAndSeedBranchRecents } = await loadCode(() => import('#sync/catalogs/recents.ts'));
  await fetchAndSeedBranchRecents();
  const { refreshVerificationKey: fetchVerificationKey } = await loadCode(
    () => import('#sync/reads/documents/verification-key.ts'),
  );
  await fetchVerificationKey();
  await refreshVisitAids();
  await maintainBrigadeIfPrepared();
}

/** Starts work whose code is loaded later, so that it does not delay the page. Returns a function that stops the work. */
function startWhenLoaded(start: () => Promise<StopFunction>): StopFunction {
  const started = start();
  started.catch(reportFailure);
  return () => runInBackground(async () => (await started)());
}

const startAccessReports = (): StopFunction =>
  startWhenLoaded(async () => {
    const { startReportingAccesses } = await loadCode(() => import('./report-accesses.ts'));
    return startReportingAccesses(reportFailure);
  });

const startDeviceReports = (): StopFunction =>
  startWhenLoaded(async () => {
    const { startDeviceReporting: startReporting } = await loadCode(() => import('./reporting.ts'));
    return startReporting(reportFailure);
  });

const startExpectedDayRefreshes = (): StopFunction =>
  startWhenLoaded(async () => {
    const { startExpectedDayWork } = await loadCode(() => import('./expected-day.ts'));
    return startExpectedDayWork(reportFailure);
  });

async function loadAndSendDeviceReport(): Promise<void> {
  await (await loadCode(() => import('#sync/reporting/device-report.ts'))).reportDeviceIfDue();
}

/** R2: runs a prefetch. Loads its code only for users who may read evaluations. */
async function prefetchIfPermitted(): Promise<void> {
  if (!(await readAccount())?.actions.includes('manage_evaluations')) return;
  const { prefetchEvaluations } = await loadCode(() => import('#sync/reads/evaluations/prefetch.ts'));
  await prefetchEvaluations();
}

/** Fetches the device's data: first the catalogues, because registration needs them and the connection may be slow. */
async function refreshAndPrefetchData(): Promise<void> {
  await revalidateAndRefreshData();
  await prefetchIfPermitted();
}

/**
 * Deletes unused correction drafts and files. The drafts are deleted only if no other window is open, because another window
 * may have opened a correction in which the user has not typed yet.
 */
async function deleteUnusedCorrectionsAndFiles(): Promise<void> {
  const { deleteObsoleteCorrectionDrafts: deleteOpenedCorrections } = await loadCode(
    () => import('#storage/outbox/registrations/corrections.ts'),
  );
  if (await isOnlyWindow()) await deleteOpenedCorrections();
  await (await loadCode(() => import('#storage/keys/orphans.ts'))).deleteOrphanedFiles();
}

/**
 * Requests the session when the browser reports a network change, because only a response, or a missing response, proves the
 * change.
 */
const revalidateSessionInBackground = () => runInBackground(revalidateSession);

/**
 * Delay in ms before the second session request. After a network loss, the first response may already have been in transit.
 * After the network's return, the first request may fail, because the browser reports the return too early.
 */
const SECOND_SESSION_REQUEST_DELAY_MS = 5_000;

function drainOrCheckOnNetworkChange(): StopFunction {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scheduleSecondRequest = (ask: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(ask, SECOND_SESSION_REQUEST_DELAY_MS);
  };
  const drainAgain = () => {
    requestDrain('online');
    revalidateSessionInBackground();
  };
  const probeWhileDown = async () => (await readConnectionState()).name === 'down' && drainAgain();
  const stops = [
    listen(window, 'online', () => {
      drainAgain();
      scheduleSecondRequest(() => runInBackground(probeWhileDown));
    }),
    listen(window, 'offline', () => {
      revalidateSessionInBackground();
      scheduleSecondRequest(() => navigator.onLine || revalidateSessionInBackground());
    }),
    () => clearTimeout(timer),
  ];
  return stopAll(stops);
}

function scheduleDrainAtNextDueTime(): StopFunction {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const subscription = createDelayedQuery(['accounts', 'items'], findNextDrainTimeForAccount).subscribe(
    (due) => {
      clearTimeout(timer);
      if (due === null) return;
      const wait = Math.min(Math.max(due - Date.now(), MIN_DRAIN_DELAY_MS), MAX_TIMER_DELAY_MS);
      timer = setTimeout(() => requestDrain('timer'), wait);
    },
    reportFailure,
  );
  return () => {
    clearTimeout(timer);
    subscription.unsubscribe();
  };
}

/**
 * Requests a drain, in case a timer was lost. When nothing is unsent and the connection is down, only this request probes the
 * server.
 */
async function requestHeartbeatDrain(ownerId: string): Promise<void> {
  const [{ unsent }, link] = await Promise.all([readSyncSummary(ownerId), readConnectionState()]);
  if (unsent > 0 || link.name === 'down') requestDrain('timer');
}

/**
 * Minimum interval of session requests in ms. Without it, two windows would send requests endlessly if one reports the session
 * ended and the other reports it open.
 */
const MIN_SESSION_CHECK_INTERVAL_MS = 10_000;
let endedSessionCheckedAt = Number.NEGATIVE_INFINITY;

/**
 * Checks whether the ended session was opened again in another window. Until this has happened, the page can neither fetch nor
 * send.
 */
function monitorEndedSession(): StopFunction {
  const checkSession = () => {
    endedSessionCheckedAt = performance.now();
    revalidateSessionInBackground();
  };
  const pause = endedSessionCheckedAt + MIN_SESSION_CHECK_INTERVAL_MS - performance.now();
  if (pause <= 0) checkSession();
  const first = pause > 0 ? setTimeout(checkSession, pause) : undefined;
  const stop = repeatEvery(DEVICE_REFRESH_INTERVAL_MS, checkSession);
  return () => {
    clearTimeout(first);
    stop();
  };
}

/**
 * D2: requests the session for a user who signed in offline, because the server has not confirmed this user yet. The interval
 * is that of the probes (S17).
 */
function monitorUnconfirmedSession(): StopFunction {
  revalidateSessionInBackground();
  const stops = [
    listen(window, 'online', revalidateSessionInBackground),
    listen(window, 'pageshow', revalidateSessionInBackground),
    repeatEvery(JOB_HEARTBEAT_INTERVAL_MS, revalidateSessionInBackground),
  ];
  return stopAll(stops);
}

export function startBackgroundJobs(ownerId: string, gate: Account['gate']): StopFunction {
  if (gate === 'expired') return stopAll([monitorEndedSession(), startExpectedDayRefreshes()]);
  if (gate === 'offline') return stopAll([monitorUnconfirmedSession(), startExpectedDayRefreshes()]);
  requestDrain('start');
  runInBackground(loadDrainCode);
  runInBackground(deleteUnusedCorrectionsAndFiles);
  runInBackground(refreshAndPrefetchData);
  const stops = [
    drainOrCheckOnNetworkChange(),
    listen(window, 'pageshow', () => requestDrain('visible')),
    listen(document, 'visibilitychange', () => {
      if (document.visibilityState !== 'visible') return;
      requestDrain('visible');
      runInBackground(loadAndSendDeviceReport); // The report also fetches the queue letters of the new day (S28) for a tablet that slept all night.
    }),
    repeatEvery(JOB_HEARTBEAT_INTERVAL_MS, () => runInBackground(() => requestHeartbeatDrain(ownerId))),
    repeatEvery(DEVICE_REFRESH_INTERVAL_MS, () => runInBackground(revalidateAndRefreshData)),
    repeatEvery(PREFETCH_INTERVAL_MS, () => runInBackground(prefetchIfPermitted)),
    scheduleDrainAtNextDueTime(),
    startDeviceReports(),
    startAccessReports(),
    startExpectedDayRefreshes(),
  ];
  return stopAll(stops);
}
