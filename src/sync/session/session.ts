import type { Session } from '#contract/records/people/auth.ts';
import { isRetryable, hasNoErrorBody } from '#domain/outbox/outcome.ts';
import { SerialTaskQueue } from '#domain/serial.ts';
import * as accounts from '#storage/account/accounts.ts';
import { readSyncSummary } from '#storage/outbox/entries.ts';
import { requestDrain } from '../outbox/outbox.ts';
import { apiClient } from '../api/api-client.ts';
import type { ApiResponse } from '#network/response.ts';
import { forgetSessionKey } from '../api/session-proofs.ts';
import { doAllWindowsSendProofs } from '../api/windows.ts';

export type { Account } from '#storage/account/accounts.ts';
export { readAccount } from '#storage/account/accounts.ts';

/**
 * Runs sign-ins and sign-outs one at a time, because a late response to a sign-out would delete the cookie of a newer sign-in.
 */
export const { run: runSessionChangeInOrder } = new SerialTaskQueue();

/** Time limit of a sign-out, ms, because the next sign-in waits for it. */
const SIGN_OUT_TIMEOUT_MS = 5_000;

/**
 * Returns true if the server has processed the sign-out. A failing or busy server has not, and an error without a message may
 * come from a gateway.
 */
const isSignOutProcessed = (response: ApiResponse<unknown>): boolean => {
  if (response.type !== 'error') return response.type === 'ok';
  const { refusal } = response;
  return refusal.status === 401 || !(isRetryable(refusal) || hasNoErrorBody(refusal));
};

/** Reports a pending sign-out to the server. Returns false if that fails. */
export async function reportPendingSignOut(): Promise<boolean> {
  if (!(await accounts.hasPendingSignOut())) return true;
  const response = await apiClient.call('logout', { timeoutMs: SIGN_OUT_TIMEOUT_MS });
  if (!isSignOutProcessed(response)) return false;
  await accounts.clearPendingSignOut();
  return true;
}

/**
 * Binds a session from before the app had session keys to this device's key (S26). Waits until no window runs the earlier app
 * version, because its calls would then be rejected. If the server cannot bind it, the session continues unchanged.
 */
export async function bindOldSession(session: Session): Promise<void> {
  if (session.device_bound === false && (await doAllWindowsSendProofs())) await apiClient.call('bindSession');
}

/**
 * Compares the account on the device with the server's session; a 401 expires the session (S9). A pending sign-out is reported
 * first, so that a user who signed in offline does not continue with the previous user's cookie.
 */
export async function revalidateSession(): Promise<void> {
  const account = await accounts.readAccount();
  if (!(await runSessionChangeInOrder(reportPendingSignOut)) || !account) return;
  const response = await apiClient.call('me');
  if (response.type === 'error' && response.refusal.status === 401)
    await accounts.expireSession(account.userId);
  if (response.type !== 'ok') return;
  if (!(await accounts.isSessionOfAccount(response.body, account)))
    return accounts.expireSession(account.userId);
  await bindOldSession(response.body);
  await accounts.updateAccountAndOpenSession(response.body, account);
  if (account.gate !== 'open') requestDrain('signed_in');
}

/**
 * Deletes the data key and the cached data immediately, even without network. Unsent entries stay encrypted until the next
 * sign-in (S16).
 */
export async function signOut(): Promise<void> {
  await accounts.signOutAccount(Date.now());
  forgetSessionKey();
  await runSessionChangeInOrder(reportPendingSignOut);
}

export const countUnsentEntries = async (ownerId: string): Promise<number> =>
  (await readSyncSummary(ownerId)).unsent;
