import type { FirstAdministratorBody } from '#contract/records/people/accounts.ts';
import type { Session } from '#contract/records/people/auth.ts';
import {
  expireSession,
  readAccount,
  updateAccountAndOpenSession,
  type Account,
} from '#storage/account/accounts.ts';
import { apiClient } from '../api/api-client.ts';
import { toSignInFailure, requestAndOpenSession, type SignInFailure, type SignInResult } from './sign-in.ts';
import { rewrapDataKeyCopy } from './user-key.ts';

export type ResetRequestResult =
  /** `requested` also for an unknown address. `token`: only from a server in local mode, otherwise null. */
  { readonly type: 'requested'; readonly token: string | null } | SignInFailure;

export async function requestPasswordReset(email: string): Promise<ResetRequestResult> {
  const response = await apiClient.call('requestPasswordReset', { body: { email } });
  return response.type === 'ok'
    ? { type: 'requested', token: response.body.reset_token ?? null }
    : toSignInFailure(response);
}

/** Sets a password with the token of a reset link or an invitation, and signs in. */
export const completeResetAndSignIn = (token: string, password: string): Promise<SignInResult> =>
  requestAndOpenSession(
    () => apiClient.call('completePasswordReset', { body: { token, new_password: password } }),
    {
      email: null,
      password,
    },
  );

export const createFirstAdminAndSignIn = (body: FirstAdministratorBody): Promise<SignInResult> =>
  requestAndOpenSession(() => apiClient.call('createFirstAdministrator', { body }), {
    email: body.email,
    password: body.password,
  });

export type PasswordChangeResult =
  /** `onDevice`: true if the new password works offline on this device; false if only the old one works offline (D2). */
  | { readonly type: 'changed'; readonly onDevice: boolean }
  | { readonly type: 'wrong_password' }
  | { readonly type: 'session_ended' }
  | SignInFailure;

/**
 * Updates account and copy of the data key on the device. A failure to wrap the key does not undo the change, because the
 * server already has the new password.
 */
async function updateDeviceAfterPasswordChange(
  account: Account,
  session: Session,
  typed: { current: string; next: string },
) {
  const onDevice = await rewrapDataKeyCopy(account, typed.current, typed.next);
  await updateAccountAndOpenSession(session, account);
  return onDevice;
}

/**
 * Changes the signed-in user's password; session and outbox stay. A 401 means that the current password is wrong, unless its
 * code reports an ended session.
 */
export async function changePassword(current: string, next: string): Promise<PasswordChangeResult> {
  const account = await readAccount();
  // Unless the session is open, its cookie may belong to another user (D2).
  if (account?.gate !== 'open') return { type: 'session_ended' };
  const body = { current_password: current, new_password: next };
  const response = await apiClient.call('changePassword', { body });
  if (response.type === 'ok') {
    return {
      type: 'changed',
      onDevice: await updateDeviceAfterPasswordChange(account, response.body, { current, next }),
    };
  }
  if (response.type !== 'error' || response.refusal.status !== 401) return toSignInFailure(response);
  if (response.refusal.code !== 'unauthenticated') return { type: 'wrong_password' };
  await expireSession(account.userId);
  return { type: 'session_ended' };
}
