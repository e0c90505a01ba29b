import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { preopenDatabase, reportErrorAndAllowReopen } from '#storage/database/connection.ts';
import { startContinuousBackup } from '#storage/backup/backup.ts';
import { reportDeviceIfDue } from '#sync/reporting/device-report.ts';
import { reportAccesses } from '#sync/reporting/offline-accesses.ts';
import {
  BACKGROUND_SYNC_TAG,
  type PageToWorkerMessage,
  type WorkerToPageMessage,
} from '#sync/outbox/sending/messages.ts';
import { drainInThisContext } from '#sync/outbox/outbox.ts';
import { forgetSessionKey } from '#sync/api/session-proofs.ts';
import { WorkerRetired, keepDraining } from './keep-draining.ts';

declare const self: ServiceWorkerGlobalScope;

/** Event of Background Sync, which only Chromium has. TypeScript's library does not declare it. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance: boolean;
}
declare global {
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent;
  }
}

const precacheManifest = self.__WB_MANIFEST;
const appShellPath = '/index.html';
precacheAndRoute(precacheManifest);
cleanupOutdatedCaches();

// The manifest is empty in development. Addresses of the API and of the public pages always go to the network (S18): API responses
// are no pages, and the public pages are not part of the app.
if (precacheManifest.some((entry) => typeof entry !== 'string' && `/${entry.url}` === appShellPath)) {
  registerRoute(
    new NavigationRoute(createHandlerBoundToURL(appShellPath), {
      denylist: [/^\/api\//, /^\/v(?:\/|$)/, /^\/board(?:\/|$)/],
    }),
  );
}

// A page opens the database only after its code has loaded. Opening the database here already saves that time.
self.addEventListener('fetch', ({ request }) => {
  if (request.mode === 'navigate') preopenDatabase().catch(reportErrorAndAllowReopen);
});

startContinuousBackup();

/**
 * Aborted when a newer version waits. Chromium activates that version only when the running events of this version end, which
 * takes up to five minutes.
 */
const retireController = new AbortController();

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const message = event.data as PageToWorkerMessage;
  switch (message.type) {
    case 'drain': {
      const accepted: WorkerToPageMessage = { type: 'accepted' };
      event.ports[0]?.postMessage(accepted);
      // The worker survives a sign-out. With the previous session key its first request would be rejected and sent twice (S26).
      if (message.reason === 'signed_in') forgetSessionKey();
      // A storage error ends this drain. The next trigger of the page or the next sync event starts another drain on a new
      // connection.
      event.waitUntil(drainInThisContext(message.reason).catch(reportErrorAndAllowReopen));
      return;
    }
    case 'retire':
      retireController.abort();
      return;
    case 'claim':
      event.waitUntil(self.clients.claim());
      return;
    case 'skip_waiting':
      event.waitUntil(self.skipWaiting());
      return;
  }
});

/** Reports unsent entries and offline accesses, even when no page is open (R4). */
const reportDeviceAndAccesses = () =>
  Promise.all([reportDeviceIfDue('last_chance'), reportAccesses()]).catch(reportErrorAndAllowReopen);

self.addEventListener('sync', (event) => {
  if (event.tag !== BACKGROUND_SYNC_TAG) return;
  const draining = keepDraining(self.registration, retireController.signal);
  draining.catch((error: unknown) => error instanceof WorkerRetired || reportErrorAndAllowReopen(error));
  event.waitUntil(draining.then(reportDeviceAndAccesses));
});
