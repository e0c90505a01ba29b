import { syncSummary } from '#storage/outbox/entries.ts';
import { settledQuery } from '#storage/database/settled-query.ts';
import { readLink } from '#storage/device/link.ts';
import { refreshBranding } from '#sync/administration/branding.ts';
import { refreshCatalogs } from '#sync/catalogs/mirror.ts';
import { loadDraining, nextDueForAccount, requestDrain } from '#sync/outbox/outbox.ts';
import { isOnlyWindow } from '#sync/api/windows.ts';
import { readAccount, revalidateSession, type Account } from '#sync/session/session.ts';
import { reportFailure } from '../kit/failures.ts';
import { loadCode } from '../kit/load-code.ts';

/** What the page does by itself while somebody is signed in: S17's triggers, and keeping fresh what lies on the device. */
const HEARTBEAT_MS = 30_000;
const REFRESH_MS = 15 * 60_000;
/** R2: how old an evaluation that nobody opened may be when the network goes. */
const PREFETCH_MS = 5 * 60_000;
/** While items are being sent the next due time changes with each of them; one request a second is enough. */
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
  if ((await readAccount())?.gate !== 'open') return; // Whatever is asked now would be refused (S9).
  await Promise.all([refreshBranding(), refreshCatalogs()]);
  // Once a person and device, mostly: its code is not part of the start.
  const { learnRecents } = await loadCode(() => import('#sync/catalogs/recents.ts'));
  await learnRecents();
  const { learnVerificationKey } = await loadCode(() => import('#sync/reads/verification-key.ts'));
  await learnVerificationKey();
}

/** For work whose code is not part of the start. */
function startLater(start: () => Promise<Stop>): Stop {
  const started = start();
  started.catch(reportFailure);
  return () => inBackground(async () => (await started)());
}

/** R4. */
const tellReadings = (): Stop =>
  startLater(async () => {
    const { startTellingReadings } = await loadCode(() => import('./telling-readings.ts'));
    return startTellingReadings(reportFailure);
  });

const tellOfDevice = (): Stop =>
  startLater(async () => {
    const { startReporting } = await loadCode(() => import('./reporting.ts'));
    return startReporting(reportFailure);
  });

async function reportDevice(): Promise<void> {
  await (await loadCode(() => import('#sync/telling/device-report.ts'))).reportDevice();
}

/** R2. Its code is fetched only for those who read evaluations: the desk does without. */
async function keepEvaluations(): Promise<void> {
  if (!(await readAccount())?.actions.includes('manage_evaluations')) return;
  const { prefetchEvaluations } = await loadCode(() => import('#sync/reads/prefetch.ts'));
  await prefetchEvaluations();
}

/** The catalogues come first: without them nobody can register, and the line may be thin. */
async function fillDevice(): Promise<void> {
  await refreshDevice();
  await keepEvaluations();
}

/** Deletes unused drafts and bytes. A correction that another window has opened is in use, although nothing was typed into it. */
async function dropLeftOvers(): Promise<void> {
  const { dropOpenedCorrections } = await loadCode(() => import('#storage/outbox/corrections.ts'));
  if (await isOnlyWindow()) await dropOpenedCorrections();
  await (await loadCode(() => import('#storage/keys/orphans.ts'))).dropOrphans();
}

/** The link has come or gone, as the browser believes: only an answer, or none, is the proof. */
const askTheProvider = () => inBackground(revalidateSession);

/**
 * A browser's word comes early. What was under way when the network went may tell of an answer after the question that
 * nobody answered; and the first question after it came back may find no way yet. Each is asked once more.
 */
const ASK_ONCE_MORE_MS = 5_000;

function watchNetwork(): Stop {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const afterwards = (ask: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(ask, ASK_ONCE_MORE_MS);
  };
  const ask = () => {
    requestDrain('online');
    askTheProvider();
  };
  const askWhileDown = async () => (await readLink()).name === 'down' && ask();
  const stops = [
    listen(window, 'online', () => {
      ask();
      afterwards(() => inBackground(askWhileDown));
    }),
    listen(window, 'offline', () => {
      askTheProvider();
      afterwards(() => navigator.onLine || askTheProvider());
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

/** A safety net below the timer, and the only probe while the link is down and nothing waits. */
async function heartbeat(ownerId: string): Promise<void> {
  const [{ unsent }, link] = await Promise.all([syncSummary(ownerId), readLink()]);
  if (unsent > 0 || link.name === 'down') requestDrain('timer');
}

/** Two windows that take the session for ended and for open by turns would ask without end. */
const ASK_AGAIN_MS = 10_000;
let endedAskedAt = Number.NEGATIVE_INFINITY;

/** With an ended session there is nothing to fetch or send; another window may open it again. */
function watchEndedSession(): Stop {
  const ask = () => {
    endedAskedAt = performance.now();
    askTheProvider();
  };
  const pause = endedAskedAt + ASK_AGAIN_MS - performance.now();
  if (pause <= 0) ask();
  const first = pause > 0 ? setTimeout(ask, pause) : undefined;
  const stop = repeat(REFRESH_MS, ask);
  return () => {
    clearTimeout(first);
    stop();
  };
}

/** D2: the provider has not confirmed who came in without network. It is asked as often as a link that is down (S17). */
function watchUnconfirmedSession(): Stop {
  askTheProvider();
  const stops = [
    listen(window, 'online', askTheProvider),
    listen(window, 'pageshow', askTheProvider),
    repeat(HEARTBEAT_MS, askTheProvider),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Begins when the user is known, at the start or after a sign-in, and again when the gate opens or closes (S9). */
export function startBackgroundJobs(ownerId: string, gate: Account['gate']): Stop {
  if (gate === 'expired') return watchEndedSession();
  if (gate === 'offline') return watchUnconfirmedSession();
  requestDrain('start');
  inBackground(loadDraining);
  inBackground(dropLeftOvers);
  inBackground(fillDevice);
  const stops = [
    watchNetwork(),
    listen(window, 'pageshow', () => requestDrain('visible')),
    listen(document, 'visibilitychange', () => {
      if (document.visibilityState !== 'visible') return;
      requestDrain('visible');
      inBackground(reportDevice); // A tablet that slept all night hears of the new day before it gives turns (S28).
    }),
    repeat(HEARTBEAT_MS, () => inBackground(() => heartbeat(ownerId))),
    repeat(REFRESH_MS, () => inBackground(refreshDevice)),
    repeat(PREFETCH_MS, () => inBackground(keepEvaluations)),
    atNextDueTime(),
    tellOfDevice(),
    tellReadings(),
  ];
  return () => stops.forEach((stop) => stop());
}
