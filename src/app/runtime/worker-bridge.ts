import { Workbox } from 'workbox-window';
import {
  BACKGROUND_SYNC_TAG,
  type DrainReason,
  type PageToWorkerMessage,
  type WorkerToPageMessage,
} from '#sync/outbox/sending/messages.ts';
import { drainInThisContext, hasItemsToSend, setDrainRequester } from '#sync/outbox/outbox.ts';
import { reportFailure } from '../kit/failures.ts';
import { requestPersistenceOnce } from './keep-storage.ts';
import { announceUpdate } from './updates.ts';

/** Time in ms in which the service worker must respond. Otherwise, or without a worker, the page drains the outbox itself. */
const WORKER_TIMEOUT_MS = 2_000;
/** Interval in ms for checking for a new version, because a tablet at reception is never reloaded by its users. */
const UPDATE_CHECK_INTERVAL_MS = 60 * 60_000;

/** Registration with Background Sync, which only Chromium offers and TypeScript's library does not declare. */
type BackgroundSyncRegistration = ServiceWorkerRegistration & {
  readonly sync?: { register(tag: string): Promise<void> };
};

const postToWorker = (worker: ServiceWorker, message: PageToWorkerMessage, ports: Transferable[] = []) =>
  worker.postMessage(message, ports);

/**
 * Resolves to true if the worker accepts the drain, and to false if it does not respond within the limit (WebKit may end a
 * worker at any moment).
 */
function offerDrainToWorker(worker: ServiceWorker, reason: DrainReason): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const finish = (accepted: boolean) => {
      clearTimeout(timer);
      port1.close();
      resolve(accepted);
    };
    const timer = setTimeout(() => finish(false), WORKER_TIMEOUT_MS);
    port1.addEventListener('message', (event: MessageEvent<WorkerToPageMessage>) =>
      finish(event.data.type === 'accepted'),
    );
    port1.start();
    postToWorker(worker, { type: 'drain', reason }, [port2]);
  });
}

/** Requests a background sync: the browser wakes the worker for unsent items when every page is closed. */
async function requestBackgroundSync(): Promise<void> {
  const registration: BackgroundSyncRegistration | undefined =
    await navigator.serviceWorker.getRegistration();
  if (!registration?.active || !registration.sync || !(await hasItemsToSend())) return;
  // A user may forbid background work for the site. The error is ignored, because open pages request drains themselves.
  await registration.sync.register(BACKGROUND_SYNC_TAG).catch((error: unknown) => {
    if (!(error instanceof DOMException)) throw error;
  });
}

async function requestDrainInWorkerOrPage(reason: DrainReason): Promise<void> {
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker.controller : null;
  if (worker && (await offerDrainToWorker(worker, reason))) {
    if (reason !== 'timer') await requestBackgroundSync();
    return;
  }
  await drainInThisContext(reason);
}

/** Makes requestDrain ask the service worker first (S13, S17, S18). */
export const routeDrainsToWorker = (): void =>
  setDrainRequester((reason) => {
    if (reason === 'enqueue') requestPersistenceOnce(); // Requests persistent storage, because the device now holds the only copy of an entry.
    requestDrainInWorkerOrPage(reason).catch(reportFailure);
  });

const REGISTER_RETRY_DELAYS_MS = { first: 10_000, longest: 5 * 60_000 };

/**
 * Resolves to the activated worker, or to null if its installation failed. The browser has then discarded the worker and does
 * not retry.
 */
function waitForActivatedWorker({
  active,
  installing,
  waiting,
}: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  const worker = active ?? waiting ?? installing;
  return new Promise((resolve) => {
    const checkWorker = () => {
      if (worker?.state === 'activated') resolve(worker);
      else if (!worker || worker.state === 'redundant') resolve(null);
    };
    worker?.addEventListener('statechange', checkWorker);
    checkWorker();
  });
}

/**
 * Registers the worker and retries after a failure. A lost connection (TypeError) or a file of another version must not leave
 * the tablet without a worker.
 */
async function registerUntilInstalled(
  workbox: Workbox,
  wait = REGISTER_RETRY_DELAYS_MS.first,
): Promise<void> {
  try {
    const registration = await workbox.register();
    const worker = registration && (await waitForActivatedWorker(registration));
    // A page that loaded before the worker was active, or that the user forced to reload, is not controlled by the worker. The
    // message asks the worker to take control of the page.
    if (worker && !navigator.serviceWorker.controller) postToWorker(worker, { type: 'claim' });
    if (worker) return;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  await new Promise((resolve) => setTimeout(resolve, wait));
  await registerUntilInstalled(workbox, Math.min(wait * 2, REGISTER_RETRY_DELAYS_MS.longest));
}

let isWorkerRegistrationStarted = false;

/** Registers /sw.js and announces new versions. Call it once per page; the development server has no worker. */
export async function registerWorker(): Promise<void> {
  if (isWorkerRegistrationStarted || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  isWorkerRegistrationStarted = true;
  const workbox = new Workbox('/sw.js');
  let agreed = false;
  workbox.addEventListener('waiting', ({ sw }) =>
    announceUpdate(() => {
      if (!sw) return location.reload();
      agreed = true;
      if (navigator.serviceWorker.controller)
        postToWorker(navigator.serviceWorker.controller, { type: 'retire' });
      postToWorker(sw, { type: 'skip_waiting' });
    }),
  );
  workbox.addEventListener('controlling', ({ isUpdate }) => {
    if (agreed) location.reload();
    else if (isUpdate) announceUpdate(() => location.reload()); // Another window has applied the update. This window only announces the update and keeps its screen.
  });
  await registerUntilInstalled(workbox);
  setInterval(() => {
    workbox.update().catch(() => undefined); // The error is ignored, because the check fails without network, which needs no message.
  }, UPDATE_CHECK_INTERVAL_MS);
}
