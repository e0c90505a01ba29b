import { liveQuery } from 'dexie';
import { readSignedInState } from '#storage/account/accounts.ts';
import { findSavedUnchangedDraftRow } from '#storage/drafts/drafts.ts';
import { isDatabaseErasedOrNew } from '#storage/database/connection.ts';
import { limitLiveQueryMemory } from '#storage/database/live/live-memory.ts';
import type { UnsentCounts } from '#domain/outbox/unsent.ts';
import { StorageProblem, runStorageOperation } from '#storage/base/problem.ts';
import { countUnsentOfOthers as readUnsentOfOthers } from '#storage/device/unsent.ts';
import { readAccount, type Account } from '#sync/session/session.ts';
import type { SignInResult } from '#sync/session/sign-in.ts';
import { holdWindowLocks, isOnlyWindow } from '#sync/api/windows.ts';
import { loadCode } from '#ui/hooks/load-code.ts';
import { loadSignInCode } from '../kit/load-sign-in.ts';
import * as jobs from './background-jobs.ts';
import { reopenDatabaseWhenLost } from './lost-connection.ts';
import { waitForRestoreOrRetry, startBackupAndRestore, waitForRestoreAttempt } from './restoring.ts';
import { routeDrainsToWorker, registerWorker } from './worker-bridge.ts';

/**
 * Part of the app that needs the device's database. Import this module only with loadDevice(), which runs after the sign-in
 * form is shown, or immediately if a user is signed in (session-hint.ts).
 */
export { signOut } from '#sync/session/session.ts';

/** Longest time in ms after the navigation for which background work waits for the first screen. */
const FIRST_SCREEN_WAIT_MS = 1_500;

const waitForFirstScreenTime = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, FIRST_SCREEN_WAIT_MS - performance.now())));

/**
 * Waits until the first screen is shown if a user is signed in. The check whether a restore is needed is not urgent in that
 * case, because a signed-in user shows that the database was not lost.
 */
async function waitForFirstScreenIfSignedIn(): Promise<void> {
  const somebody = await readSignedInState().catch(() => null);
  if (somebody) await waitForFirstScreenTime();
}

/** Starts the device part. Called once per page, before any other function of this module. */
export function startDevice(): void {
  limitLiveQueryMemory();
  routeDrainsToWorker();
  startBackupAndRestore(waitForFirstScreenIfSignedIn());
  holdWindowLocks(); // Marks this window as open, so that another window does not reload all windows for an update.
}

/** Counts the unsent entries of other users, including entries of a lost database, for the sign-in form. */
export async function countUnsentOfOthers(ownerId: string | null): Promise<UnsentCounts> {
  await waitForRestoreOrRetry();
  return readUnsentOfOthers(ownerId);
}

const readOrResumeAccount = async (): Promise<Account | null> =>
  (await readAccount()) ?? (await loadSignInCode()).resumeSession();

/**
 * Signs a user in after the restore has ended. Without this wait, the sign-in would create a new key before the old key is
 * restored, and the restored entries could not be decrypted (D2).
 */
export async function signIn(email: string, password: string, previous?: string): Promise<SignInResult> {
  await waitForRestoreOrRetry();
  return (await loadSignInCode()).signIn(email, password, previous);
}

/** Returns true when a reload interrupts no work: only one window is open, and this user has not begun a registration. */
export async function isSafeToReload(ownerId: string | null): Promise<boolean> {
  if (!(await isOnlyWindow())) return false;
  return ownerId === null || (await findSavedUnchangedDraftRow(ownerId, null)) === null;
}

/** Session request of this page. It is sent once, even if observeAccount is called several times. */
let pendingResumedAccount: Promise<Account | null> | undefined;

interface AccountListeners {
  readonly onAccount: (account: Account | null) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Passes the signed-in account to `onAccount`, now and after every change in this window, another window or the service worker.
 * Passes null only after the session of the cookie was requested from the server.
 */
export function observeAccount({ onAccount, onFailure }: AccountListeners): () => void {
  let isSessionKnown = false;
  let wasHere = false;
  /**
   * Reports that no user is signed in. If the database is empty, the browser has deleted the data, because a sign-out keeps
   * data; this is reported as a problem (S20).
   */
  const clearSubscribers = async () => {
    const erased = wasHere && (await runStorageOperation(isDatabaseErasedOrNew));
    wasHere = false;
    if (!erased) return onAccount(null);
    // Restores the backup from Cache Storage (S25) before any sign-in. Otherwise a user whose entries were lost would see an
    // empty outbox with 'Todo enviado'.
    startBackupAndRestore();
    onFailure(new StorageProblem('erased'));
  };
  const applyAccount = (account: Account | null) => {
    if (!account) return isSessionKnown || wasHere ? void clearSubscribers().catch(onFailure) : undefined;
    // The browser may have deleted the database while the session request was in flight.
    if (!wasHere) void waitForRestoreOrRetry();
    wasHere = true;
    onAccount(account);
  };
  const subscription = liveQuery(() => runStorageOperation(readAccount)).subscribe({
    next: applyAccount,
    error: onFailure,
  });
  const stopMonitoring = reopenDatabaseWhenLost(async () =>
    applyAccount(await runStorageOperation(readAccount)),
  );
  const requestSessionCookie = async () => {
    await (pendingResumedAccount ??= waitForRestoreAttempt().then(() =>
      runStorageOperation(readOrResumeAccount),
    ));
    isSessionKnown = true;
    applyAccount(await runStorageOperation(readAccount));
  };
  requestSessionCookie().catch(onFailure);
  registerWorker().catch(onFailure);
  return () => {
    subscription.unsubscribe();
    stopMonitoring();
  };
}

export function startBackgroundJobs(ownerId: string, gate: Account['gate']): () => void {
  let stop = () => undefined as void;
  let gone = false;
  const start = async () => {
    await waitForFirstScreenTime();
    if (!gone) stop = jobs.startBackgroundJobs(ownerId, gate);
  };
  void start();
  return () => {
    gone = true;
    stop();
  };
}
/**
 * Sends the device report while the session is still valid. Loads the reporting code on demand, because the start does not need
 * it.
 */
export const reportAllBeforeSignOut = async (): Promise<void> =>
  (await loadCode(() => import('./reporting.ts'))).sendReportsBeforeSignOut();
