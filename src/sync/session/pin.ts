import { isGuessablePin } from '#domain/password/guessable-pin.ts';
import { isPin } from '#domain/password/pin.ts';
import { resetAttemptsAfterPassword, readAccount } from '#storage/account/accounts.ts';
import { deletePin } from '#storage/account/lock-pin.ts';
import { storePin, unlockAfterPin, recordPinAttempt, checkPin } from '#storage/account/pin-tries.ts';
import { requireKeysOf } from '#storage/keys/keyring.ts';
import { checkPasswordOrSignIn, catchUnlockStorageProblem, type UnlockResult } from './unlock.ts';

type UnlockStorageFailure = Extract<UnlockResult, { type: 'storage' }>;

export type PinUnlockResult =
  | { readonly type: 'unlocked' }
  | { readonly type: 'wrong' }
  /** Only the password can unlock, because no PIN is set or no try is left. */
  | { readonly type: 'password_only' }
  | UnlockStorageFailure;

async function verifyPinAndUnlock(pin: string): Promise<PinUnlockResult> {
  const account = await readAccount();
  if (!account) return { type: 'unlocked' }; // Another window has signed out, so no data need to be hidden.
  const { userId } = account;
  const keys = await requireKeysOf(userId);
  const tried = isPin(pin) ? await recordPinAttempt(userId) : null;
  if (!tried) return { type: 'password_only' };
  switch (await checkPin(keys, tried, pin)) {
    case 'wrong':
      return { type: 'wrong' };
    case 'foreign':
      await deletePin(userId);
      return { type: 'password_only' };
    case 'right':
      return { type: (await unlockAfterPin(userId, tried, Date.now())) ? 'unlocked' : 'password_only' };
  }
}

export const unlockByPin = (pin: string): Promise<PinUnlockResult> =>
  catchUnlockStorageProblem(() => verifyPinAndUnlock(pin));

export type PinChangeResult =
  | { readonly type: 'set' }
  | { readonly type: 'no_pin' }
  | { readonly type: 'guessable' }
  | Exclude<UnlockResult, { type: 'unlocked' }>;

async function verifyPasswordAndSetPin(password: string, pin: string): Promise<PinChangeResult> {
  if (!isPin(pin)) return { type: 'no_pin' };
  if (isGuessablePin(pin)) return { type: 'guessable' };
  const account = await readAccount();
  const judged = account && (await checkPasswordOrSignIn(account, password));
  if (!judged) return { type: 'no_way' };
  if (judged.type !== 'right') return judged;
  if (judged.copy) await resetAttemptsAfterPassword(judged.copy);
  const isCached = await storePin(account.userId, await requireKeysOf(account.userId), pin);
  return isCached ? { type: 'set' } : { type: 'no_way' };
}

export const setPin = (password: string, pin: string): Promise<PinChangeResult> =>
  catchUnlockStorageProblem(() => verifyPasswordAndSetPin(password, pin));

export const removePin = (userId: string): Promise<void> => deletePin(userId);
