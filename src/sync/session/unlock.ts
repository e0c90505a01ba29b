import { readAccount, unlockScreen } from '#storage/account/accounts.ts';
import { recordAttempt, readDeviceKeyOfUser, unlockDeviceKey } from '#storage/keys/device-keys.ts';
import { readLink } from '#storage/device/link.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { signIn, type SignInResult } from './session.ts';

export type UnlockResult =
  | { readonly type: 'unlocked' }
  /** `judged`: by the provider too; otherwise a password that was changed elsewhere may still be the right one. */
  | { readonly type: 'wrong'; readonly judged: boolean }
  /** Nothing on this device opens with a password, and nobody knows the address to ask the provider with. */
  | { readonly type: 'no_way' }
  | Exclude<SignInResult, { type: 'signed_in' }>;

/** Signing in opens the screen in the same transaction. `hasCopy`: the device has judged the password, and refused it. */
async function askProvider(email: string | null, password: string, hasCopy: boolean): Promise<UnlockResult> {
  const unheard: UnlockResult = { type: 'wrong', judged: false };
  if (hasCopy && (await readLink()).name === 'down') return unheard;
  if (email === null) return hasCopy ? unheard : { type: 'no_way' };
  const result = await signIn(email, password);
  if (result.type === 'signed_in') return { type: 'unlocked' };
  if (result.type === 'refused' && result.status === 401) return { type: 'wrong', judged: true };
  return hasCopy && result.type === 'unreachable' ? unheard : result;
}

async function open(password: string): Promise<UnlockResult> {
  const account = await readAccount();
  if (!account) return { type: 'unlocked' }; // Another window signed out: there is nothing left to hide.
  const copy = await readDeviceKeyOfUser(account.userId);
  if (!copy) return askProvider(account.email, password, false);
  const ms = await recordAttempt(copy.id, Date.now());
  if (ms > 0) return { type: 'wait', ms };
  if (!(await unlockDeviceKey(copy, password))) return askProvider(account.email, password, true);
  await unlockScreen(copy.id);
  return { type: 'unlocked' };
}

/**
 * Opens the locked screen with the password of whoever is signed in: by the device's own copy of the key, with or
 * without network. Where the copy refuses it the provider is asked: a password that was changed elsewhere wraps the key
 * anew (D2).
 */
export async function unlock(password: string): Promise<UnlockResult> {
  try {
    return await open(password);
  } catch (error) {
    if (error instanceof StorageProblem) return { type: 'storage', problem: error };
    throw error;
  }
}
