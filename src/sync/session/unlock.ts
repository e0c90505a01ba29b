import { readAccount, resetAttemptsAndUnlock, type Account } from '#storage/account/accounts.ts';
import {
  recordPasswordAttemptAsWrong,
  readWrappedKeyOfUser,
  unlockVaultKeys,
} from '#storage/keys/device-keys.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import type { WrappedKeyRow } from '#storage/database/records.ts';
import { signIn, type SignInResult } from './sign-in.ts';

export type UnlockResult =
  | { readonly type: 'unlocked' }
  /** `judged`: true if the server rejected the password too; false if it may be a new password set on another device. */
  | { readonly type: 'wrong'; readonly judged: boolean }
  /**
   * The password cannot be checked, because the device has neither a copy of the data key nor the e-mail address for a sign-in
   * request.
   */
  | { readonly type: 'no_way' }
  | Exclude<SignInResult, { type: 'signed_in' }>;

type PasswordCheckResult =
  /**
   * `copy`: the device's copy of the data key, which the password unwrapped. Null when the server accepted the password,
   * because that sign-in has already unlocked the screen.
   */
  | { readonly type: 'right'; readonly copy: WrappedKeyRow | null }
  | Exclude<UnlockResult, { type: 'unlocked' }>;

/**
 * Checks the password at the server. `hasKeyCopy`: true if the device has a copy of the data key, which the password did not
 * unwrap.
 */
async function signInToCheckPassword(
  email: string | null,
  password: string,
  hasKeyCopy: boolean,
): Promise<PasswordCheckResult> {
  const withoutResponse: PasswordCheckResult = { type: 'wrong', judged: false };
  if (hasKeyCopy && (await readConnectionState()).name === 'down') return withoutResponse;
  if (email === null) return hasKeyCopy ? withoutResponse : { type: 'no_way' };
  const result = await signIn(email, password);
  if (result.type === 'signed_in') return { type: 'right', copy: null };
  if (result.type === 'refused' && result.status === 401) return { type: 'wrong', judged: true };
  return hasKeyCopy && result.type === 'unreachable' ? withoutResponse : result;
}

export async function checkPasswordOrSignIn(
  { userId, email }: Account,
  password: string,
): Promise<PasswordCheckResult> {
  const copy = await readWrappedKeyOfUser(userId);
  if (!copy) return signInToCheckPassword(email, password, false);
  const ms = await recordPasswordAttemptAsWrong(copy.id, Date.now());
  if (ms > 0) return { type: 'wait', ms };
  return (await unlockVaultKeys(copy, password))
    ? { type: 'right', copy }
    : signInToCheckPassword(email, password, true);
}

async function verifyPasswordAndUnlock(password: string): Promise<UnlockResult> {
  const account = await readAccount();
  if (!account) return { type: 'unlocked' }; // Another window has signed out, so no data need to be hidden.
  const judged = await checkPasswordOrSignIn(account, password);
  if (judged.type !== 'right') return judged;
  if (judged.copy) await resetAttemptsAndUnlock(judged.copy);
  return { type: 'unlocked' };
}

export async function catchUnlockStorageProblem<Result>(
  work: () => Promise<Result>,
): Promise<Result | Extract<UnlockResult, { type: 'storage' }>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageProblem) return { type: 'storage', problem: error };
    throw error;
  }
}

/**
 * Unlocks the screen with the signed-in user's password. The password is checked on the device, also offline, by unwrapping the
 * device's copy of the data key; if this fails, the server checks the password. If the server accepts it, the password was
 * changed on another device, and the data key is wrapped with it (D2).
 */
export const unlockByPassword = (password: string): Promise<UnlockResult> =>
  catchUnlockStorageProblem(() => verifyPasswordAndUnlock(password));
