import { DEFAULT_LOCK_MINUTES, hasLapsed, lockAfter, type LockMinutes } from '#domain/lock.ts';
import { db } from '../database/database.ts';
import { storing } from '../base/problem.ts';

/** What all windows of the app on this device agree on. */
export interface LockFacts {
  readonly minutes: LockMinutes;
  readonly locked: boolean;
  /** When a hand was last on the device; null when nobody has noted it yet. Milliseconds of the device's clock. */
  readonly activityAt: number | null;
}

/** One function deep, so that a live query follows all three rows. */
export async function readLock(): Promise<LockFacts> {
  const [after, activity, locked] = await db.device.bulkGet(['lock-after', 'activity', 'locked']);
  return {
    minutes: after?.id === 'lock-after' ? after.minutes : DEFAULT_LOCK_MINUTES,
    locked: locked !== undefined,
    activityAt: activity?.id === 'activity' ? activity.at : null,
  };
}

/**
 * For a window that heard nothing for a while; null when nobody, or somebody else, is signed in by now: what it shows is
 * theirs no more.
 */
export const readLockOf = (userId: string): Promise<LockFacts | null> =>
  storing(() =>
    db.transaction('r', db.accounts, db.device, async () => {
      const account = await db.accounts.get('current');
      return account?.userId === userId ? readLock() : null;
    }),
  );

export const setLockMinutes = (minutes: LockMinutes): Promise<void> =>
  storing(async () => void (await db.device.put({ id: 'lock-after', minutes })));

/** Notes activity; ignored while locked. */
export const noteActivity = (at: number): Promise<void> =>
  storing(() =>
    db.transaction('rw', db.device, async () => {
      if (await db.device.get('locked')) return;
      await db.device.put({ id: 'activity', at });
    }),
  );

/** Locks the screen of every window, now and after every restart, until a password opens it or the user has left. */
export const lockNow = (now: number): Promise<void> =>
  storing(async () => void (await db.device.put({ id: 'locked', since: now })));

/** What a look has to write: a device that nobody has touched yet, or one that nobody touched for too long. */
const isSettled = ({ locked, activityAt, minutes }: LockFacts, now: number): boolean =>
  locked || (activityAt !== null && !hasLapsed(activityAt, now, lockAfter(minutes)));

/** Inside a transaction over device that may write. */
async function lockNowIfIdle(now: number): Promise<LockFacts> {
  const facts = await readLock();
  if (isSettled(facts, now)) return facts;
  if (facts.activityAt === null) {
    await db.device.put({ id: 'activity', at: now });
    return { ...facts, activityAt: now };
  }
  await db.device.put({ id: 'locked', since: now });
  return { ...facts, locked: true };
}

/**
 * Locks unless another window has seen a hand meanwhile. Answers what holds now. Mostly nothing is written, and then
 * nobody waits for the transactions that write, one after the other: a start shows nothing before it has this answer.
 */
export const lockIfIdle = (now: number): Promise<LockFacts> =>
  storing(async () => {
    const facts = await db.transaction('r', db.device, readLock);
    return isSettled(facts, now) ? facts : db.transaction('rw', db.device, () => lockNowIfIdle(now));
  });

/** Inside a transaction over device: a password has opened the screen. */
export async function openLock(now: number): Promise<void> {
  await db.device.delete('locked');
  await db.device.put({ id: 'activity', at: now });
}
