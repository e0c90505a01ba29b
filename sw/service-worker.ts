import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { preopenDatabase, reopenDatabaseAfterError } from '#storage/database/connection.ts';
import { startContinuousBackup } from '#storage/backup/backup.ts';
import { reportDevice } from '#sync/reporting/device-report.ts';
import { reportAccesses } from '#sync/reporting/offline-accesses.ts';
import { SYNC_TAG, type PageToWorker, type WorkerToPage } from '#sync/outbox/messages.ts';
import { drainHere } from '#sync/outbox/outbox.ts';
import { forgetSessionKey } from '#sync/api/session-proofs.ts';
import { WorkerRetired, keepDraining } from './keep-draining.ts';

declare const self: ServiceWorkerGlobalScope;

/** Background Sync exists only in Chromium; TypeScript's library does not declare it. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance: boolean;
}
declare global {
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent;
  }
}

const manifest = self.__WB_MANIFEST;
const shell = '/index.html';
precacheAndRoute(manifest);
cleanupOutdatedCaches();

// The development manifest is empty. The API's addresses are never a page, and the page that verifies documents is not part of
// the app: both go to the network untouched (S18).
if (manifest.some((entry) => typeof entry !== 'string' && `/${entry.url}` === shell)) {
  registerRoute(
    new NavigationRoute(createHandlerBoundToURL(shell), { denylist: [/^\/api\//, /^\/v(?:\/|$)/] }),
  );
}

// A starting page opens the database when its code has loaded; opening the database here already saves that time.
self.addEventListener('fetch', ({ request }) => {
  if (request.mode === 'navigate') preopenDatabase().catch(reopenDatabaseAfterError);
});

startContinuousBackup();

/**
 * Aborted when a newer version waits: Chromium lets it take over only after this version's running events end, up to five
 * minutes later.
 */
const retiring = new AbortController();

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const message = event.data as PageToWorker;
  switch (message.type) {
    case 'drain': {
      const accepted: WorkerToPage = { type: 'accepted' };
      event.ports[0]?.postMessage(accepted);
      // The worker continues after a sign-out: with the previous session key its first request would be rejected and sent twice
      // (S26).
      if (message.reason === 'signed_in') forgetSessionKey();
      // A storage failure ends this drain; the page's next trigger, or the next sync, begins another on a new connection.
      event.waitUntil(drainHere(message.reason).catch(reopenDatabaseAfterError));
      return;
    }
    case 'retire':
      retiring.abort();
      return;
    case 'claim':
      event.waitUntil(self.clients.claim());
      return;
    case 'skip_waiting':
      event.waitUntil(self.skipWaiting());
      return;
  }
});

/** Reports unsent entries and offline accesses, also from a closed tablet (R4). */
const reportWhatIsLeft = () =>
  Promise.all([reportDevice('last_chance'), reportAccesses()]).catch(reopenDatabaseAfterError);

self.addEventListener('sync', (event) => {
  if (event.tag !== SYNC_TAG) return;
  const draining = keepDraining(self.registration, retiring.signal);
  draining.catch((error: unknown) => error instanceof WorkerRetired || reopenDatabaseAfterError(error));
  event.waitUntil(draining.then(reportWhatIsLeft));
});
