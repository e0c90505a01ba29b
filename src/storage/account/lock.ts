import { DEFAULT_LOCK_MINUTES, hasTimedOut, lockDelayMs, type LockMinutes } from '#domain/lock.ts';
import { db } from '../database/database.ts';
import { runStorageOperation } from '../base/problem.ts';

export interface LockState {
  readonly minutes: LockMinutes;
  readonly locked: boolean;
  /** Time of the last activity in any window, ms since the epoch; null if none was recorded. */
  readonly activityAt: number | null;
}

/** Reads the three rows of the lock state in one call, so that a live query observes all of them. */
export async function readLockState(): Promise<LockState> {
  const [after, activity, locked] = await db.device.bulkGet(['lock-after', 'activity', 'locked']);
  return {
    minutes: after?.id === 'lock-after' ? after.minutes : DEFAULT_LOCK_MINUTES,
    locked: locked !== undefined,
    activityAt: activity?.id === 'activity' ? activity.at : null,
  };
}

/** Returns true if the user is signed in. Called in a transaction over the table `accounts`. */
export const isSignedIn = async (userId: string): Promise<boolean> =>
  (await db.accounts.get('current'))?.userId === userId;

/**
 * Returns the lock state for a window that has received no events for a while. Null if `userId` is no longer signed in: the
 * window must then hide its content.
 */
export const readLockStateOfUser = (userId: string): Promise<LockState | null> =>
  runStorageOperation(() =>
    db.transaction('r', db.accounts, db.device, async () =>
      (await isSignedIn(userId)) ? readLockState() : null,
    ),
  );

export const setLockMinutes = (minutes: LockMinutes): Promise<void> =>
  runStorageOperation(async () => void (await db.device.put({ id: 'lock-after', minutes })));

/** Records user activity; ignored while the screen is locked. */
export const recordUserActivity = (at: number): Promise<void> =>
  runStorageOperation(() =>
    db.transaction('rw', db.device, async () => {
      if (await db.device.get('locked')) return;
      await db.device.put({ id: 'activity', at });
    }),
  );

/**
 * Locks the screen of every window until the password or the PIN unlocks it or the user signs out; a restart of the browser
 * does not unlock it.
 */
export const lockNow = (now: number): Promise<void> =>
  runStorageOperation(async () => void (await db.device.put({ id: 'locked', since: now })));

const isLockedOrActive = ({ locked, activityAt, minutes }: LockState, now: number): boolean =>
  locked || (activityAt !== null && !hasTimedOut(activityAt, now, lockDelayMs(minutes)));

async function lockIfIdleInTransaction(now: number): Promise<LockState> {
  const facts = await readLockState();
  if (isLockedOrActive(facts, now)) return facts;
  if (facts.activityAt === null) {
    await db.device.put({ id: 'activity', at: now });
    return { ...facts, activityAt: now };
  }
  await db.device.put({ id: 'locked', since: now });
  return { ...facts, locked: true };
}

/**
 * Locks the screen if no window has recorded activity within the idle time, and returns the lock state. The app shows nothing
 * before this result; the check mostly writes nothing, and so does not wait for other write transactions.
 */
export const lockIfIdle = (now: number): Promise<LockState> =>
  runStorageOperation(async () => {
    const facts = await db.transaction('r', db.device, readLockState);
    return isLockedOrActive(facts, now)
      ? facts
      : db.transaction('rw', db.device, () => lockIfIdleInTransaction(now));
  });

/** Unlocks the screen. Must run inside a transaction over the table `device`. */
export async function clearScreenLock(now: number): Promise<void> {
  await db.device.delete('locked');
  await db.device.put({ id: 'activity', at: now });
}
