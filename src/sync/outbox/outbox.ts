import { nextProbeTime } from '#domain/connection-state.ts';
import { reportBug } from '#storage/base/problem.ts';
import { readSignedInState } from '#storage/account/accounts.ts';
import { readSyncSummary } from '#storage/outbox/entries.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { findNextDueTime as storedNextDueAt } from '#storage/outbox/rows/due.ts';
import type { DrainRunOutcome } from './sending/drain-run.ts';
import type { DrainReason } from './sending/messages.ts';

/**
 * Web Lock under which one drain runs at a time over all tabs and the worker (S13). The browser releases it when its holder
 * dies.
 */
const DRAIN_LOCK_NAME = 'ventanilla-outbox';

/**
 * Drain of this page or worker that waits for the lock. A further request shares it, so that at most one drain runs and one
 * waits.
 */
let waitingDrain: Promise<DrainRunOutcome> | null = null;

let drainCode: Awaited<ReturnType<typeof loadDrainCode>> = null;

async function drainUnderLock(reason: DrainReason): Promise<DrainRunOutcome> {
  let isLocked = false;
  try {
    return await navigator.locks.request(DRAIN_LOCK_NAME, async () => {
      isLocked = true;
      waitingDrain = null;
      drainCode = await loadDrainCode();
      return drainCode ? drainCode.drainWithLockHeld(reason) : 'link_down';
    });
  } catch (error) {
    // If the browser rejects the lock request, the next call requests the lock again.
    if (!isLocked) waitingDrain = null;
    throw error;
  }
}

/**
 * Drains in this page or worker as soon as the lock is free. A drain that already runs here checks for new items at once. The
 * owner is the user who is signed in when the lock is acquired (S14).
 */
export function drainInThisContext(reason: DrainReason): Promise<DrainRunOutcome> {
  waitingDrain ??= drainUnderLock(reason);
  drainCode?.notifyRunningDrains();
  return waitingDrain;
}

/** Runs work while no drain runs, for data that must not change during a send. */
export const runWhileNotDraining = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request(DRAIN_LOCK_NAME, work) as Promise<Result>;

/**
 * Loads the sending code for a page without a worker; returns null if loading fails. Loading must not wait for the first drain,
 * because by then a newer app version may have replaced the file on the server.
 */
export async function loadDrainCode() {
  try {
    return await import('./sending/draining.ts');
  } catch {
    return null;
  }
}

/**
 * Starts a drain in this context. The page replaces this function by one that tries the worker first
 * (src/app/runtime/worker-bridge).
 */
let drainRequester: (reason: DrainReason) => void = (reason) => {
  drainInThisContext(reason).catch(reportBug);
};

export function setDrainRequester(next: (reason: DrainReason) => void): void {
  drainRequester = next;
}

export const requestDrain = (reason: DrainReason): void => drainRequester(reason);

/**
 * Returns when the next drain has work to do, ms of the device's clock; null when no item is sent automatically. While the
 * connection is down, this is the time of the next probe.
 */
async function findNextDrainTime(ownerId: string): Promise<number | null> {
  const [due, link] = [await storedNextDueAt(ownerId), await readConnectionState()];
  return due !== null && link.name === 'down' ? Math.max(due, nextProbeTime(link, Date.now())) : due;
}

/**
 * Returns when the next drain of the signed-in user has work to do; null when no item is sent automatically or the user must
 * sign in first (S9).
 */
export async function findNextDrainTimeForAccount(): Promise<number | null> {
  const account = await readSignedInState();
  return account?.gate === 'open' ? findNextDrainTime(account.userId) : null;
}

/** Returns true while the signed-in user has items that are being sent or will be sent automatically. */
export async function hasItemsToSend(): Promise<boolean> {
  const account = await readSignedInState();
  if (account?.gate !== 'open') return false;
  const { unsent, attention } = await readSyncSummary(account.userId);
  return unsent > attention;
}
