import { BACKGROUND_SYNC_TAG } from '#sync/outbox/sending/messages.ts';
import { drainInThisContext, findNextDrainTimeForAccount } from '#sync/outbox/outbox.ts';

/**
 * Time for which one sync event is used, ms. The worker then registers a new event, because Chromium ends an event after some
 * minutes.
 */
const MAX_SYNC_EVENT_MS = 150_000;
const RETRY_DELAY_RANGE_MS = { shortest: 500, longest: 15_000 };

/** Property that Background Sync adds to a worker's registration. TypeScript's library does not declare it. */
interface SyncRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}

export class WorkerRetired extends Error {
  override readonly name = 'Retired';
}

const delay = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Sends due items for as long as a sync event may run. It retries, because the browser fires the event only once, when it
 * expects a network. If the server is still down then, no items would be sent until a page opens. An abort ends the work after
 * the running drain.
 * @throws WorkerRetired when aborted with items left; the browser repeats a rejected event.
 */
export async function keepDraining(
  registration: ServiceWorkerRegistration,
  signal: AbortSignal,
): Promise<void> {
  const until = Date.now() + MAX_SYNC_EVENT_MS;
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
  for (let wait = RETRY_DELAY_RANGE_MS.shortest; ; wait = Math.min(wait * 2, RETRY_DELAY_RANGE_MS.longest)) {
    await drainInThisContext('sync');
    if ((await findNextDrainTimeForAccount()) === null) return;
    if (Date.now() + wait > until) break;
    await Promise.race([delay(wait), aborted]);
    if (signal.aborted) throw new WorkerRetired();
  }
  await (registration as unknown as SyncRegistration).sync?.register(BACKGROUND_SYNC_TAG);
}
