import { SYNC_TAG } from '#sync/outbox/messages.ts';
import { drainHere, nextDueForAccount } from '#sync/outbox/outbox.ts';

/** Chromium ends a sync event after some minutes. Before that, a new event is registered. */
const STAY_MS = 150_000;
const PAUSE_MS = { shortest: 500, longest: 15_000 };

/** Background Sync adds this property to the worker's registration; TypeScript's library does not declare it. */
interface SyncRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}

/** Thrown when a newer version takes over the remaining items. */
export class WorkerRetired extends Error {
  override readonly name = 'Retired';
}

const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Sends due items for as long as a sync event may live. The browser fires the event only once, when it expects a network; if
 * the server were still down then, it would get no request until a page opens. When aborted, the work ends after the request in
 * flight.
 * @throws Retired when it was aborted with items left: the browser fires a rejected event once more.
 */
export async function keepDraining(
  registration: ServiceWorkerRegistration,
  signal: AbortSignal,
): Promise<void> {
  const until = Date.now() + STAY_MS;
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
  for (let wait = PAUSE_MS.shortest; ; wait = Math.min(wait * 2, PAUSE_MS.longest)) {
    await drainHere('sync');
    if ((await nextDueForAccount()) === null) return;
    if (Date.now() + wait > until) break;
    await Promise.race([after(wait), aborted]);
    if (signal.aborted) throw new WorkerRetired();
  }
  await (registration as unknown as SyncRegistration).sync?.register(SYNC_TAG);
}
