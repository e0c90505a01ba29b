import { nextProbeTime } from '#domain/connection-state.ts';
import { reportBug } from '#storage/base/problem.ts';
import { readPresence } from '#storage/account/accounts.ts';
import { removeOutboxEntry, retryItems } from '#storage/outbox/entry-actions.ts';
import { readSyncSummary } from '#storage/outbox/entries.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { nextDueAt as storedNextDueAt } from '#storage/outbox/rows/due.ts';
import type { DrainOutcome } from './drain-run.ts';
import type { DrainReason } from './messages.ts';

/** Lock that allows one drain at a time over all tabs and the worker (S13). The browser frees it when its holder dies. */
const DRAIN_LOCK = 'ventanilla-outbox';

/**
 * Drain that waits for the lock. At most one drain runs and one waits in this page or worker; a third request shares the
 * waiting one.
 */
let waiting: Promise<DrainOutcome> | null = null;

let draining: Awaited<ReturnType<typeof loadDrainCode>> = null;

async function whenLocked(reason: DrainReason): Promise<DrainOutcome> {
  let isLocked = false;
  try {
    return await navigator.locks.request(DRAIN_LOCK, async () => {
      isLocked = true;
      waiting = null;
      draining = await loadDrainCode();
      return draining ? draining.drainNow(reason) : 'link_down';
    });
  } catch (error) {
    // A lock that the browser rejects is requested again by the next call.
    if (!isLocked) waiting = null;
    throw error;
  }
}

/**
 * Drains in this page or worker as soon as the lock is free; a drain that already runs here checks for new items at once. The
 * owner is the user who is signed in when the lock is acquired (S14).
 */
export function drainHere(reason: DrainReason): Promise<DrainOutcome> {
  waiting ??= whenLocked(reason);
  draining?.checkDueItems();
  return waiting;
}

/** Runs work under the drain lock, for data that must not change under a request in flight. */
export const withDrainLock = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request(DRAIN_LOCK, work) as Promise<Result>;

/**
 * Loads the code that sends, for a page without a worker. It is loaded once the page is displayed: when the first drain begins,
 * a newer version may have replaced it on the server. Returns null while the connection does not deliver it.
 */
export async function loadDrainCode() {
  try {
    return await import('./draining.ts');
  } catch {
    return null;
  }
}

/** Starts a drain from this context; the page passes the request to the worker first (src/app/runtime/worker-bridge). */
let requester: (reason: DrainReason) => void = (reason) => {
  drainHere(reason).catch(reportBug); // The next event that requests a drain tries again.
};

export function setDrainRequester(next: (reason: DrainReason) => void): void {
  requester = next;
}

export const requestDrain = (reason: DrainReason): void => requester(reason);

/** Retries now on the user's request: all waiting items, or everything of one entry, rejected or not (S10). */
export async function retryNow(ownerId: string, entryId: string | null = null): Promise<void> {
  await retryItems(ownerId, entryId, Date.now());
  requestDrain('person');
}

/** Discards an unsent entry permanently on the user's request; a record stays (S10). */
export const discardEntry = (ownerId: string, entryId: string): Promise<'discarded' | 'being_sent'> =>
  removeOutboxEntry(ownerId, entryId, Date.now());

/**
 * Returns when a drain has work to do, in milliseconds of the device's clock; null when nothing is sent automatically. While
 * the connection is down, the next probe counts, not the due items.
 */
async function nextDueAt(ownerId: string): Promise<number | null> {
  const [due, link] = [await storedNextDueAt(ownerId), await readConnectionState()];
  return due !== null && link.name === 'down' ? Math.max(due, nextProbeTime(link, Date.now())) : due;
}

/**
 * Returns when a drain of the signed-in user has work to do; null when nothing is sent automatically or the session has to be
 * opened first (S9).
 */
export async function nextDueForAccount(): Promise<number | null> {
  const account = await readPresence();
  return account?.gate === 'open' ? nextDueAt(account.userId) : null;
}

/** Returns true while items of the signed-in user are still sent automatically: due, waiting, or being sent at this moment. */
export async function hasItemsToSend(): Promise<boolean> {
  const account = await readPresence();
  if (account?.gate !== 'open') return false;
  const { unsent, attention } = await readSyncSummary(account.userId);
  return unsent > attention;
}
