import { isUnreadable, storing } from '../base/problem.ts';
import { db } from '../database/database.ts';
import { openBytes, sealBytes, type VaultKeys } from '../vault/vault.ts';
import { unwrapKey, wrapKey } from '../vault/wrapped-key.ts';
import { openLock } from './lock.ts';
import { pinIdOf, toPin, triesLeft, type LockPinRow } from './lock-pin.ts';

/**
 * Counts a try before it is made, on the disk, for all windows: a browser that is killed in the middle gains none. Null
 * where there is none to make.
 */
export const takePinTry = (userId: string): Promise<LockPinRow | null> =>
  storing(() =>
    db.transaction('rw', db.device, async () => {
      const pin = toPin(await db.device.get(pinIdOf(userId)));
      if (!pin || triesLeft(pin) === 0) return null;
      const counted = { ...pin, wrong: pin.wrong + 1 };
      await db.device.put(counted);
      return counted;
    }),
  );

/** `foreign`: the user's data key does not open the record, whatever the PIN. */
export type PinVerdict = 'right' | 'wrong' | 'foreign';

/** Judges a PIN by a record whose try was counted. */
export async function tryPin(keys: VaultKeys, row: LockPinRow, pin: string): Promise<PinVerdict> {
  try {
    const sealed = await openBytes(keys, row.id, row.sealed);
    return (await unwrapKey(pin, row.id, { version: 1, salt: row.salt, sealed })) ? 'right' : 'wrong';
  } catch (error) {
    if (isUnreadable(error)) return 'foreign';
    throw error;
  }
}

const isSamePin = (one: LockPinRow, other: LockPinRow): boolean => one.salt.join() === other.salt.join();

/** Inside a transaction over accounts. */
const isSignedIn = async (userId: string): Promise<boolean> =>
  (await db.accounts.get('current'))?.userId === userId;

/**
 * The try was right: it is taken back, no other one, and the screen is open. False where its user has left meanwhile, or
 * the PIN is another.
 */
export const openLockByPin = (userId: string, tried: LockPinRow, now: number): Promise<boolean> =>
  storing(() =>
    db.transaction('rw', [db.accounts, db.device], async () => {
      const pin = toPin(await db.device.get(pinIdOf(userId)));
      if (!pin || !isSamePin(pin, tried) || !(await isSignedIn(userId))) return false;
      await db.device.put({ ...pin, wrong: Math.max(0, pin.wrong - 1) });
      await openLock(now);
      return true;
    }),
  );

/** Sets the PIN of whoever is signed in, in the place of one before. False when that is another user, or nobody. */
export async function keepPin(userId: string, keys: VaultKeys, pin: string): Promise<boolean> {
  const id = pinIdOf(userId);
  const { salt, sealed } = await wrapKey(pin, id, new Uint8Array(0));
  const row: LockPinRow = { id, version: 1, salt, sealed: await sealBytes(keys, id, sealed), wrong: 0 };
  return storing(() =>
    db.transaction('rw', [db.accounts, db.device], async () => {
      const isOwn = await isSignedIn(userId);
      if (isOwn) await db.device.put(row);
      return isOwn;
    }),
  );
}
