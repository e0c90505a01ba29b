import type { Session } from '#contract/records/people/auth.ts';
import { comesAgain, isBare } from '#domain/outbox/outcome.ts';
import { Serial } from '#domain/serial.ts';
import * as accounts from '#storage/account/accounts.ts';
import { syncSummary } from '#storage/outbox/entries.ts';
import { requestDrain } from '../outbox/outbox.ts';
import { provider } from '../api/provider.ts';
import type { Answer } from '../api/remote.ts';
import { forgetSessionKey } from '../api/session-proofs.ts';
import { everyWindowProves } from '../api/windows.ts';

export type { Account } from '#storage/account/accounts.ts';
export { readAccount } from '#storage/account/accounts.ts';

/**
 * Runs sign-ins and sign-outs one at a time: the late response to a sign-out would delete the cookie of a sign-in that overtook
 * it.
 */
export const { run: inTurn } = new Serial();

/** Limited, because the next sign-in may have to wait for it. */
const SIGN_OUT_TIMEOUT_MS = 5_000;

/**
 * Returns whether the server has processed the sign-out. A failing or busy gateway or server has ended no session, and an error
 * without a body may not come from the server.
 */
const hasHeard = (answer: Answer<unknown>): boolean => {
  if (answer.type !== 'error') return answer.type === 'ok';
  const { refusal } = answer;
  return refusal.status === 401 || !(comesAgain(refusal) || isBare(refusal));
};

/** Reports a pending sign-out to the server. Returns false while that fails. */
export async function settleSignOut(): Promise<boolean> {
  if (!(await accounts.hasPendingSignOut())) return true;
  const answer = await provider.call('logout', { timeoutMs: SIGN_OUT_TIMEOUT_MS });
  if (!hasHeard(answer)) return false;
  await accounts.clearPendingSignOut();
  return true;
}

/**
 * Binds a session from before the app had keys to this device's key (S26), once no window runs the earlier version, because its
 * calls would then be rejected. A session that the server cannot bind continues unchanged.
 */
export async function bindOldSession(session: Session): Promise<void> {
  if (session.device_bound === false && (await everyWindowProves())) await provider.call('bindSession');
}

/**
 * Compares the device's account with the server's session in the background; a 401 expires the session (S9). A pending sign-out
 * is reported first, because a user who signed in offline must not continue with its cookie.
 */
export async function revalidateSession(): Promise<void> {
  const account = await accounts.readAccount();
  if (!(await inTurn(settleSignOut)) || !account) return;
  const answer = await provider.call('me');
  if (answer.type === 'error' && answer.refusal.status === 401) await accounts.closeGate(account.userId);
  if (answer.type !== 'ok') return;
  if (!(await accounts.isSessionOf(answer.body, account))) return accounts.closeGate(account.userId);
  await bindOldSession(answer.body);
  await accounts.updateAccount(answer.body, account);
  if (account.gate !== 'open') requestDrain('signed_in');
}

/** Deletes the key and cached data at once, online or offline; unsent entries stay encrypted for the next sign-in (S16). */
export async function signOut(): Promise<void> {
  await accounts.leaveAccount(Date.now());
  forgetSessionKey();
  await inTurn(settleSignOut);
}

/** Returns the number of the user's entries that have not arrived completely. */
export const countUnsent = async (ownerId: string): Promise<number> => (await syncSummary(ownerId)).unsent;
