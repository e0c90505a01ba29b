import { readAccount, unlockScreen, type Account } from '#storage/account/accounts.ts';
import { recordAttempt, readDeviceKeyOfUser, unlockDeviceKey } from '#storage/keys/device-keys.ts';
import { readLink } from '#storage/device/link.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import type { DeviceKeyRow } from '#storage/database/records.ts';
import { signIn, type SignInResult } from './sign-in.ts';

export type UnlockResult =
  | { readonly type: 'unlocked' }
  /** `judged`: by the provider too; otherwise a password that was changed elsewhere may still be the right one. */
  | { readonly type: 'wrong'; readonly judged: boolean }
  /** Nothing on this device opens with a password, and nobody knows the address to ask the provider with. */
  | { readonly type: 'no_way' }
  | Exclude<SignInResult, { type: 'signed_in' }>;

type Judged =
  /** By this device's copy; null: by the provider, and signing in has opened the screen. */
  | { readonly type: 'right'; readonly copy: DeviceKeyRow | null }
  | Exclude<UnlockResult, { type: 'unlocked' }>;

/** `hasCopy`: the device has judged the password, and refused it. */
async function askProvider(email: string | null, password: string, hasCopy: boolean): Promise<Judged> {
  const unheard: Judged = { type: 'wrong', judged: false };
  if (hasCopy && (await readLink()).name === 'down') return unheard;
  if (email === null) return hasCopy ? unheard : { type: 'no_way' };
  const result = await signIn(email, password);
  if (result.type === 'signed_in') return { type: 'right', copy: null };
  if (result.type === 'refused' && result.status === 401) return { type: 'wrong', judged: true };
  return hasCopy && result.type === 'unreachable' ? unheard : result;
}

/** Whether it is the password of whoever is signed in: each attempt is counted. */
export async function judgePassword({ userId, email }: Account, password: string): Promise<Judged> {
  const copy = await readDeviceKeyOfUser(userId);
  if (!copy) return askProvider(email, password, false);
  const ms = await recordAttempt(copy.id, Date.now());
  if (ms > 0) return { type: 'wait', ms };
  return (await unlockDeviceKey(copy, password))
    ? { type: 'right', copy }
    : askProvider(email, password, true);
}

async function open(password: string): Promise<UnlockResult> {
  const account = await readAccount();
  if (!account) return { type: 'unlocked' }; // Another window signed out: there is nothing left to hide.
  const judged = await judgePassword(account, password);
  if (judged.type !== 'right') return judged;
  if (judged.copy) await unlockScreen(judged.copy);
  return { type: 'unlocked' };
}

/** What the device's storage did not do is an answer, too. */
export async function orStorageProblem<Result>(
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
 * Opens the locked screen with the password of whoever is signed in: by the device's own copy of the key, with or
 * without network. Where the copy refuses it the provider is asked: a password that was changed elsewhere wraps the key
 * anew (D2).
 */
export const unlock = (password: string): Promise<UnlockResult> => orStorageProblem(() => open(password));
