import { isUnreadable, runStorageOperation } from '../base/problem.ts';
import { db } from '../database/database.ts';
import { decryptBytes, encryptBytes, type VaultKeys } from '../vault/vault.ts';
import { unwrapKey, wrapKey } from '../vault/wrapped-key.ts';
import { clearScreenLock, isSignedIn } from './lock.ts';
import { pinRowIdOf, parsePinRow, pinAttemptsLeft, type LockPinRow } from './lock-pin.ts';

/**
 * Counts a try on disk before the PIN is checked, so that killing the browser gains no try. All windows share the count.
 * Returns null if no try is left or no PIN is set.
 */
export const recordPinAttempt = (userId: string): Promise<LockPinRow | null> =>
  runStorageOperation(() =>
    db.transaction('rw', db.device, async () => {
      const pin = parsePinRow(await db.device.get(pinRowIdOf(userId)));
      if (!pin || pinAttemptsLeft(pin) === 0) return null;
      const counted = { ...pin, wrong: pin.wrong + 1 };
      await db.device.put(counted);
      return counted;
    }),
  );

/** `foreign`: the user's data key does not decrypt the record, whatever the PIN. */
export type PinResult = 'right' | 'wrong' | 'foreign';

/** Checks a PIN against its record. `recordPinAttempt` must be called before. */
export async function checkPin(keys: VaultKeys, row: LockPinRow, pin: string): Promise<PinResult> {
  try {
    const sealed = await decryptBytes(keys, row.id, row.sealed);
    return (await unwrapKey(pin, row.id, { version: 1, salt: row.salt, sealed })) ? 'right' : 'wrong';
  } catch (error) {
    if (isUnreadable(error)) return 'foreign';
    throw error;
  }
}

const isSamePinRow = (one: LockPinRow, other: LockPinRow): boolean => one.salt.join() === other.salt.join();

/**
 * Unlocks the screen after a right PIN, and restores the try that the PIN used; tries of wrong PINs stay used. Returns false if
 * the user has signed out or the PIN was changed in the meantime.
 */
export const unlockAfterPin = (userId: string, tried: LockPinRow, now: number): Promise<boolean> =>
  runStorageOperation(() =>
    db.transaction('rw', [db.accounts, db.device], async () => {
      const pin = parsePinRow(await db.device.get(pinRowIdOf(userId)));
      if (!pin || !isSamePinRow(pin, tried) || !(await isSignedIn(userId))) return false;
      await db.device.put({ ...pin, wrong: Math.max(0, pin.wrong - 1) });
      await clearScreenLock(now);
      return true;
    }),
  );

export async function storePin(userId: string, keys: VaultKeys, pin: string): Promise<boolean> {
  const id = pinRowIdOf(userId);
  const { salt, sealed } = await wrapKey(pin, id, new Uint8Array(0));
  const row: LockPinRow = { id, version: 1, salt, sealed: await encryptBytes(keys, id, sealed), wrong: 0 };
  return runStorageOperation(() =>
    db.transaction('rw', [db.accounts, db.device], async () => {
      const isOwn = await isSignedIn(userId);
      if (isOwn) await db.device.put(row);
      return isOwn;
    }),
  );
}
