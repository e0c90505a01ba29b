import { nextProbe } from '#domain/link.ts';
import { reportBug } from '#storage/base/problem.ts';
import { readPresence } from '#storage/account/accounts.ts';
import { removeEntry, retryItems } from '#storage/outbox/entry-actions.ts';
import { syncSummary } from '#storage/outbox/entries.ts';
import { readLink } from '#storage/device/link.ts';
import { nextDueAt as storedNextDueAt } from '#storage/outbox/rows/due.ts';
import type { DrainOutcome } from './drain-round.ts';
import type { DrainReason } from './messages.ts';

/** One drainer at a time over all tabs and the worker (S13). The browser frees it when its holder dies. */
const DRAIN_LOCK = 'ventanilla-outbox';

/** At most one drain runs and one waits in this context; a third request is served by the one that waits. */
let waiting: Promise<DrainOutcome> | null = null;

let draining: Awaited<ReturnType<typeof loadDraining>> = null;

async function whenLocked(reason: DrainReason): Promise<DrainOutcome> {
  let isLocked = false;
  try {
    return await navigator.locks.request(DRAIN_LOCK, async () => {
      isLocked = true;
      waiting = null;
      draining = await loadDraining();
      return draining ? draining.drainNow(reason) : 'link_down';
    });
  } catch (error) {
    // A lock that the browser refuses is asked for again by the next request.
    if (!isLocked) waiting = null;
    throw error;
  }
}

/**
 * Drains in this context, after whoever drains now; one that drains here already looks again at once. The owner is whoever is signed
 * in when the lock is ours (S14).
 */
export function drainHere(reason: DrainReason): Promise<DrainOutcome> {
  waiting ??= whenLocked(reason);
  draining?.lookAgain();
  return waiting;
}

/** For what must not change under a request that is on its way. */
export const whileNobodyDrains = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request(DRAIN_LOCK, work) as Promise<Result>;

/**
 * What sends, for a page that has no worker to do it. Loaded once the page stands, and not when the first drain asks for it: by then
 * a newer version may have taken its place at the provider. Null while the link does not bring it.
 */
export async function loadDraining() {
  try {
    return await import('./draining.ts');
  } catch {
    return null;
  }
}

/** How this context gets a drain going; the page hands it to the worker first (src/app/runtime/worker-bridge). */
let requester: (reason: DrainReason) => void = (reason) => {
  drainHere(reason).catch(reportBug); // The next trigger tries again.
};

export function setDrainRequester(next: (reason: DrainReason) => void): void {
  requester = next;
}

export const requestDrain = (reason: DrainReason): void => requester(reason);

/** A person asks to try now: all that waits, or everything of one entry, refused or not (S10). */
export async function retryNow(ownerId: string, entryId: string | null = null): Promise<void> {
  await retryItems(ownerId, entryId, Date.now());
  requestDrain('person');
}

/** Takes an unsent entry out for good, on a person's word; a record stays (S10). */
export const discardEntry = (ownerId: string, entryId: string): Promise<'discarded' | 'being_sent'> =>
  removeEntry(ownerId, entryId, Date.now());

/**
 * When a drain has something to do: null when nothing goes by itself. While the link is down it is the next probe that
 * counts, not the items that are due. Milliseconds of the device's clock.
 */
async function nextDueAt(ownerId: string): Promise<number | null> {
  const [due, link] = [await storedNextDueAt(ownerId), await readLink()];
  return due !== null && link.name === 'down' ? Math.max(due, nextProbe(link, Date.now())) : due;
}

/** The same for whoever is signed in; null too when the session has to be opened first (S9). */
export async function nextDueForAccount(): Promise<number | null> {
  const account = await readPresence();
  return account?.gate === 'open' ? nextDueAt(account.userId) : null;
}

/** True while something of the signed-in user still goes by itself: due, waiting, or being sent this moment. */
export async function isAnythingOnItsWay(): Promise<boolean> {
  const account = await readPresence();
  if (account?.gate !== 'open') return false;
  const { unsent, attention } = await syncSummary(account.userId);
  return unsent > attention;
}
