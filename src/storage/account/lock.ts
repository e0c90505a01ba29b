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

/** A hand was on the device. A locked one takes it for nothing. */
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

/** Locks unless another window has seen a hand meanwhile. Answers what holds now. */
export const lockIfIdle = (now: number): Promise<LockFacts> =>
  storing(() =>
    db.transaction('rw', db.device, async () => {
      const facts = await readLock();
      if (facts.locked) return facts;
      if (facts.activityAt === null) {
        await db.device.put({ id: 'activity', at: now });
        return { ...facts, activityAt: now };
      }
      if (!hasLapsed(facts.activityAt, now, lockAfter(facts.minutes))) return facts;
      await db.device.put({ id: 'locked', since: now });
      return { ...facts, locked: true };
    }),
  );

/** Inside a transaction over device: a password has opened the screen. */
export async function openLock(now: number): Promise<void> {
  await db.device.delete('locked');
  await db.device.put({ id: 'activity', at: now });
}
