import { liveQuery } from 'dexie';
import { readPresence } from '#storage/account/accounts.ts';
import { settledDraft } from '#storage/drafts/drafts.ts';
import { isErased } from '#storage/database/connection.ts';
import { boundLiveQueries } from '#storage/database/live-memory.ts';
import type { Unsent } from '#domain/outbox/unsent.ts';
import { StorageProblem, storing } from '#storage/base/problem.ts';
import { unsentOfOthers as readUnsentOfOthers } from '#storage/device/unsent.ts';
import { readAccount, type Account } from '#sync/session/session.ts';
import type { SignInResult } from '#sync/session/sign-in.ts';
import { holdWindow, isOnlyWindow } from '#sync/api/windows.ts';
import { loadCode } from '../kit/load-code.ts';
import { loadSignIn } from '../kit/load-sign-in.ts';
import * as jobs from './background-jobs.ts';
import { watchConnection } from './lost-connection.ts';
import { ensureRestored, restore, whenRestored } from './restoring.ts';
import { connectDrain, registerWorker } from './worker-bridge.ts';

/**
 * The part of the app that needs the device's database: loaded after the sign-in form is shown, or at once when
 * somebody is signed in here (session-hint.ts). Import it with loadDevice() only.
 */
export { signOut } from '#sync/session/session.ts';

/** So long after its navigation a page has the screen alone to see to. */
const SCREEN_FIRST_MS = 1_500;

const screenFirst = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, SCREEN_FIRST_MS - performance.now())));

/** Where somebody is signed in here nothing was lost: the look for what has to come back waits for the screen. */
async function firstScreen(): Promise<void> {
  const somebody = await readPresence().catch(() => null);
  if (somebody) await screenFirst();
}

/** Once a page, before anything else of this module is asked for. */
export function startDevice(): void {
  boundLiveQueries();
  connectDrain();
  restore(firstScreen());
  holdWindow(); // A reload for an update must not surprise other windows.
}

/** With what a lost database had: it is told before anybody signs in. */
export async function unsentOfOthers(ownerId: string | null): Promise<Unsent> {
  await ensureRestored();
  return readUnsentOfOthers(ownerId);
}

const whoIsHere = async (): Promise<Account | null> =>
  (await readAccount()) ?? (await loadSignIn()).resumeSession();

/** Not before: the key that comes back would find a new one in its place, and open nothing (D2). */
export async function signIn(email: string, password: string, previous?: string): Promise<SignInResult> {
  await ensureRestored();
  return (await loadSignIn()).signIn(email, password, previous);
}

/** True when a reload interrupts nobody: one window, and no registration begun by this user. */
export async function isSafePoint(ownerId: string | null): Promise<boolean> {
  if (!(await isOnlyWindow())) return false;
  return ownerId === null || (await settledDraft(ownerId, null)) === null;
}

/** Once a page, however often it is followed. */
let resumed: Promise<Account | null> | undefined;

interface Followers {
  readonly onAccount: (account: Account | null) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Tells who is signed in, now and at every change, from this window, another one or the worker. 'Nobody' is told only
 * after the cookie's session has been asked for.
 */
export function followAccount({ onAccount, onFailure }: Followers): () => void {
  let asked = false;
  let wasHere = false;
  /** A sign-out leaves something, deleted browser data nothing: that is no sign-out, and is said (S20). */
  const tellNobody = async () => {
    const erased = wasHere && (await storing(isErased));
    wasHere = false;
    if (!erased) return onAccount(null);
    // The copies lie elsewhere (S25): nobody signs in to an empty queue that says 'Todo enviado'.
    restore();
    onFailure(new StorageProblem('erased'));
  };
  const tell = (account: Account | null) => {
    if (!account) return asked || wasHere ? void tellNobody().catch(onFailure) : undefined;
    // The database may have gone while the provider was asked who it is.
    if (!wasHere) void ensureRestored();
    wasHere = true;
    onAccount(account);
  };
  const subscription = liveQuery(() => storing(readAccount)).subscribe({ next: tell, error: onFailure });
  const stopWatching = watchConnection(async () => tell(await storing(readAccount)));
  const askCookie = async () => {
    await (resumed ??= whenRestored().then(() => storing(whoIsHere)));
    asked = true;
    tell(await storing(readAccount));
  };
  askCookie().catch(onFailure);
  registerWorker().catch(onFailure);
  return () => {
    subscription.unsubscribe();
    stopWatching();
  };
}

/** What a page that begins does by itself waits for its screen. */
export function startBackgroundJobs(ownerId: string, gate: Account['gate']): () => void {
  let stop = () => undefined as void;
  let gone = false;
  const start = async () => {
    await screenFirst();
    if (!gone) stop = jobs.startBackgroundJobs(ownerId, gate);
  };
  void start();
  return () => {
    gone = true;
    stop();
  };
}
/** While the session still takes it. Its code is not part of the start. */
export const reportNow = async (): Promise<void> =>
  (await loadCode(() => import('./reporting.ts'))).reportNow();
