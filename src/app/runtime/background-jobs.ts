import { syncSummary } from '#storage/outbox/entries.ts';
import { settledQuery } from '#storage/database/settled-query.ts';
import { readConnectionState } from '#storage/device/link.ts';
import { refreshBranding } from '#sync/administration/branding.ts';
import { refreshCatalogs } from '#sync/catalogs/mirror.ts';
import { loadDraining, nextDueForAccount, requestDrain } from '#sync/outbox/outbox.ts';
import { isOnlyWindow } from '#sync/api/windows.ts';
import { readAccount, revalidateSession, type Account } from '#sync/session/session.ts';
import { reportFailure } from '../kit/failures.ts';
import { loadCode } from '../kit/load-code.ts';

/** Automatic work of the page while a user is signed in: S17’s triggers, and refreshing the data on the device. */
const HEARTBEAT_MS = 30_000;
const REFRESH_MS = 15 * 60_000;
/** R2: maximum age of an unopened evaluation when the network is lost. */
const PREFETCH_MS = 5 * 60_000;
/** The next due time changes with each item that is sent; one drain request per second is enough. */
const SHORTEST_WAIT_MS = 1_000;
/** setTimeout counts in 32 bits. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

type Stop = () => void;

const inBackground = (work: () => Promise<unknown>): void => {
  work().catch(reportFailure);
};

function listen(target: EventTarget, type: string, react: () => void): Stop {
  target.addEventListener(type, react);
  return () => target.removeEventListener(type, react);
}

function repeat(every: number, react: () => void): Stop {
  const timer = setInterval(react, every);
  return () => clearInterval(timer);
}

async function refreshDevice(): Promise<void> {
  await revalidateSession();
  if ((await readAccount())?.gate !== 'open') return; // The server would reject any request now (S9).
  await Promise.all([refreshBranding(), refreshCatalogs()]);
  // This usually runs once per user and device, so its code is not part of the start.
  const { learnRecents } = await loadCode(() => import('#sync/catalogs/recents.ts'));
  await learnRecents();
  const { learnVerificationKey } = await loadCode(() => import('#sync/reads/verification-key.ts'));
  await learnVerificationKey();
}

/** Starts work whose code is not part of the start. */
function startLater(start: () => Promise<Stop>): Stop {
  const started = start();
  started.catch(reportFailure);
  return () => inBackground(async () => (await started)());
}

/** R4: reports offline access to the server. */
const reportAccesses = (): Stop =>
  startLater(async () => {
    const { startReportingAccesses } = await loadCode(
      () => import('./telling-readings.ts'),
    );
    return startReportingAccesses(reportFailure);
  });

const startDeviceReports = (): Stop =>
  startLater(async () => {
    const { startReporting } = await loadCode(() => import('./reporting.ts'));
    return startReporting(reportFailure);
  });

async function reportDevice(): Promise<void> {
  await (await loadCode(() => import('#sync/telling/device-report.ts'))).reportDevice();
}

/** R2: prefetches evaluations. The code is fetched only for users who may read evaluations; reception does not need it. */
async function runPrefetches(): Promise<void> {
  if (!(await readAccount())?.actions.includes('manage_evaluations')) return;
  const { prefetchEvaluations } = await loadCode(() => import('#sync/reads/prefetch.ts'));
  await prefetchEvaluations();
}

/** Fetches the catalogues first, because registration needs them and the connection may be slow. */
async function fillDevice(): Promise<void> {
  await refreshDevice();
  await runPrefetches();
}

/**
 * Deletes unused drafts and bytes. A correction that another window has opened is in use, even if nothing was typed into it.
 */
async function deleteUnusedDrafts(): Promise<void> {
  const { deleteOpenedCorrections } = await loadCode(
    () => import('#storage/outbox/corrections.ts'),
  );
  if (await isOnlyWindow()) await deleteOpenedCorrections();
  await (await loadCode(() => import('#storage/keys/orphans.ts'))).dropOrphans();
}

/** Requests the session when the browser reports a connection change, because only a response, or its absence, is proof. */
const requestSession = () => inBackground(revalidateSession);

/**
 * Delay before a second request, in ms, because the browser’s events come early. A response that was in transit when the
 * network was lost may arrive after the request that failed, and the first request after the network’s return may find no route
 * yet.
 */
const SECOND_RETRY_MS = 5_000;

function monitorNetwork(): Stop {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const afterwards = (ask: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(ask, SECOND_RETRY_MS);
  };
  const ask = () => {
    requestDrain('online');
    requestSession();
  };
  const probeWhileDown = async () => (await readConnectionState()).name === 'down' && ask();
  const stops = [
    listen(window, 'online', () => {
      ask();
      afterwards(() => inBackground(probeWhileDown));
    }),
    listen(window, 'offline', () => {
      requestSession();
      afterwards(() => navigator.onLine || requestSession());
    }),
    () => clearTimeout(timer),
  ];
  return () => stops.forEach((stop) => stop());
}

function atNextDueTime(): Stop {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const subscription = settledQuery(['accounts', 'items'], nextDueForAccount).subscribe((due) => {
    clearTimeout(timer);
    if (due === null) return;
    const wait = Math.min(Math.max(due - Date.now(), SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
    timer = setTimeout(() => requestDrain('timer'), wait);
  }, reportFailure);
  return () => {
    clearTimeout(timer);
    subscription.unsubscribe();
  };
}

/** Requests a drain as a fallback for the timer. It is the only probe while the connection is down and nothing is waiting. */
async function heartbeat(ownerId: string): Promise<void> {
  const [{ unsent }, link] = await Promise.all([syncSummary(ownerId), readConnectionState()]);
  if (unsent > 0 || link.name === 'down') requestDrain('timer');
}

/**
 * Minimum interval, because two windows that alternate between an ended and an open session would otherwise send requests
 * endlessly.
 */
const RETRY_MS = 10_000;
let endedSessionCheckedAt = Number.NEGATIVE_INFINITY;

/** An ended session can neither fetch nor send; another window may open it again. */
function monitorEndedSession(): Stop {
  const ask = () => {
    endedSessionCheckedAt = performance.now();
    requestSession();
  };
  const pause = endedSessionCheckedAt + RETRY_MS - performance.now();
  if (pause <= 0) ask();
  const first = pause > 0 ? setTimeout(ask, pause) : undefined;
  const stop = repeat(REFRESH_MS, ask);
  return () => {
    clearTimeout(first);
    stop();
  };
}

/**
 * D2: the server has not confirmed a user who signed in offline. It is requested as often as a connection that is down is
 * probed (S17).
 */
function monitorUnconfirmedSession(): Stop {
  requestSession();
  const stops = [
    listen(window, 'online', requestSession),
    listen(window, 'pageshow', requestSession),
    repeat(HEARTBEAT_MS, requestSession),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Starts when the user is known, at the start or after a sign-in, and again when the session state changes (S9). */
export function startBackgroundJobs(ownerId: string, gate: Account['gate']): Stop {
  if (gate === 'expired') return monitorEndedSession();
  if (gate === 'offline') return monitorUnconfirmedSession();
  requestDrain('start');
  inBackground(loadDraining);
  inBackground(deleteUnusedDrafts);
  inBackground(fillDevice);
  const stops = [
    monitorNetwork(),
    listen(window, 'pageshow', () => requestDrain('visible')),
    listen(document, 'visibilitychange', () => {
      if (document.visibilityState !== 'visible') return;
      requestDrain('visible');
      inBackground(reportDevice); // A tablet that slept all night learns of the new day before it issues queue numbers (S28).
    }),
    repeat(HEARTBEAT_MS, () => inBackground(() => heartbeat(ownerId))),
    repeat(REFRESH_MS, () => inBackground(refreshDevice)),
    repeat(PREFETCH_MS, () => inBackground(runPrefetches)),
    atNextDueTime(),
    startDeviceReports(),
    reportAccesses(),
  ];
  return () => stops.forEach((stop) => stop());
}
