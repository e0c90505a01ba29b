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

/** One after the other: the late answer to a sign-out would take the cookie of a sign-in that overtook it. */
export const { run: inTurn } = new Serial();

/** Whoever signs in next may have to wait for it. */
const SIGN_OUT_TIMEOUT_MS = 5_000;

/** A gateway or provider that does not work, or has no time, has ended no session; nor is a bare refusal surely the provider's. */
const hasHeard = (answer: Answer<unknown>): boolean => {
  if (answer.type !== 'error') return answer.type === 'ok';
  const { refusal } = answer;
  return refusal.status === 401 || !(comesAgain(refusal) || isBare(refusal));
};

/** Tells the provider of sign-outs that it has not heard of. False while it cannot be told. */
export async function settleSignOut(): Promise<boolean> {
  if (!(await accounts.hasPendingSignOut())) return true;
  const answer = await provider.call('logout', { timeoutMs: SIGN_OUT_TIMEOUT_MS });
  if (!hasHeard(answer)) return false;
  await accounts.clearPendingSignOut();
  return true;
}

/**
 * A session of before the app had keys gets this device's (S26), as soon as no window is of before: there its calls would be
 * refused. One that the provider cannot bind goes on as it is.
 */
export async function bindOldSession(session: Session): Promise<void> {
  if (session.device_bound === false && (await everyWindowProves())) await provider.call('bindSession');
}

/**
 * Compares the device's account with the provider's session, in the background; 401 closes the gate (S9). A sign-out
 * that the provider has not heard of comes first: whoever came in without network does not go on with its cookie.
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

/** S16: the key and what was cached go at once, network or not; what is unsent stays sealed for the next sign-in. */
export async function signOut(): Promise<void> {
  await accounts.leaveAccount(Date.now());
  forgetSessionKey();
  await inTurn(settleSignOut);
}

/** Entries of the user that have not wholly arrived. */
export const countUnsent = async (ownerId: string): Promise<number> => (await syncSummary(ownerId)).unsent;
