import type { FirstAdministratorBody } from '#contract/records/people/accounts.ts';
import type { Session } from '#contract/records/people/auth.ts';
import { closeGate, readAccount, updateAccount, type Account } from '#storage/account/accounts.ts';
import { provider } from '../api/provider.ts';
import { failure, openSession, type SignInFailure, type SignInResult } from './sign-in.ts';
import { rewrapDeviceKey } from './user-key.ts';

export type ResetRequest =
  /** The same whether the address is known or not; `token` only from a provider in local mode. */
  { readonly type: 'requested'; readonly token: string | null } | SignInFailure;

/** Asks for a link by mail. */
export async function requestPasswordReset(email: string): Promise<ResetRequest> {
  const answer = await provider.call('requestPasswordReset', { body: { email } });
  return answer.type === 'ok'
    ? { type: 'requested', token: answer.body.reset_token ?? null }
    : failure(answer);
}

/** Sets the password that the link's token allows, and signs in with it; also how an invitation is accepted. */
export const completePasswordReset = (token: string, password: string): Promise<SignInResult> =>
  openSession(() => provider.call('completePasswordReset', { body: { token, new_password: password } }), {
    email: null,
    password,
  });

/** Makes the first account of an empty provider, and signs in with it. */
export const createFirstAdministrator = (body: FirstAdministratorBody): Promise<SignInResult> =>
  openSession(() => provider.call('createFirstAdministrator', { body }), {
    email: body.email,
    password: body.password,
  });

export type PasswordChange =
  /** `onDevice`: without network this device opens with the new one too; otherwise with the one before (D2). */
  | { readonly type: 'changed'; readonly onDevice: boolean }
  | { readonly type: 'wrong_password' }
  /** S9: the gate is closed. */
  | { readonly type: 'session_ended' }
  | SignInFailure;

/** The provider knows the new password already: a device that cannot follow does not undo the change. */
async function follow(account: Account, session: Session, typed: { current: string; next: string }) {
  const onDevice = await rewrapDeviceKey(account, typed.current, typed.next);
  await updateAccount(session, account);
  return onDevice;
}

/**
 * Changes the signed-in user's password; the session goes on, and with it the queue. A 401 speaks of the password that
 * was typed, unless its code says that it is the session that has ended.
 */
export async function changePassword(current: string, next: string): Promise<PasswordChange> {
  const account = await readAccount();
  // The cookie may be anybody's (D2).
  if (account?.gate !== 'open') return { type: 'session_ended' };
  const body = { current_password: current, new_password: next };
  const answer = await provider.call('changePassword', { body });
  if (answer.type === 'ok') {
    return { type: 'changed', onDevice: await follow(account, answer.body, { current, next }) };
  }
  if (answer.type !== 'error' || answer.refusal.status !== 401) return failure(answer);
  if (answer.refusal.code !== 'unauthenticated') return { type: 'wrong_password' };
  await closeGate(account.userId);
  return { type: 'session_ended' };
}
