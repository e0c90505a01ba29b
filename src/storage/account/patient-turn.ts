import { hasTimedOut, lockDelayMs } from '#domain/lock.ts';
import { runStorageOperation } from '../base/problem.ts';
import { db } from '../database/database.ts';
import { isPinSet } from './lock-pin.ts';
import { clearScreenLock, isSignedIn, readLockState } from './lock.ts';

const RECEPTION_ADDRESS_PATTERN = /^\/(reception|pacientes)(\?[\w=&-]{1,200})?$/;

/** Screen lock that began when a patient finished signing. */
export interface EndedTurn {
  readonly since: number;
  /** Address at which reception continues. */
  readonly returnTo: string;
}

/**
 * Locks the screen of every window after a patient has signed, until reception takes the tablet back. An existing lock stays,
 * because it requires the password. Does nothing if `userId` is no longer signed in, because the turn was that user's.
 */
export const lockAfterPatientTurn = (userId: string, returnTo: string, now: number): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', db.accounts, db.device, async () => {
      if (!(await isSignedIn(userId)) || (await db.device.get('locked'))) return;
      await db.device.put({ id: 'locked', since: now, returnTo });
    }),
  );

/** Returns the turn that locked the screen; null if the screen is open or locked for another reason. */
export const readEndedTurn = (): Promise<EndedTurn | null> =>
  runStorageOperation(async () => {
    const row = await db.device.get('locked');
    if (row?.id !== 'locked' || !RECEPTION_ADDRESS_PATTERN.test(row.returnTo ?? '')) return null;
    return { since: row.since, returnTo: row.returnTo ?? '' };
  });

/**
 * Unlocks the screen after a patient's turn. Returns false if the user must enter the PIN or the password: if a PIN is set, if the
 * tablet has been idle for the time of the screen lock, or if another user has signed in.
 */
export const takeTabletBack = (userId: string, now: number): Promise<boolean> =>
  runStorageOperation(() =>
    db.transaction('rw', db.accounts, db.device, async () => {
      if (!(await isSignedIn(userId))) return false;
      const row = await db.device.get('locked');
      if (row?.id !== 'locked') return true; // Another window has unlocked the screen.
      const { minutes } = await readLockState();
      const isIdle = hasTimedOut(row.since, now, lockDelayMs(minutes));
      if (row.returnTo === undefined || isIdle || (await isPinSet(userId))) return false;
      await clearScreenLock(now);
      return true;
    }),
  );
