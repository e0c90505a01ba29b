// In happy-dom: hands, sleep and other windows, with the device's rows in memory.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasLapsed, lockAfter } from '#domain/lock.ts';
import type { LockFacts } from '#storage/account/lock.ts';
import { watchLock, type LockStatus } from './lock-watch.ts';

const device = vi.hoisted(() => ({
  facts: { minutes: 5, locked: false, activityAt: null } as LockFacts,
  follow: null as ((facts: LockFacts) => void) | null,
  broken: false,
  userId: 'u1' as string | null,
}));
const change = (patch: Partial<LockFacts>): LockFacts => {
  device.facts = { ...device.facts, ...patch };
  device.follow?.(device.facts);
  return device.facts;
};
vi.mock('#storage/account/lock.ts', () => ({
  readLock: () => device.facts,
  readLockOf: (userId: string) =>
    device.broken
      ? Promise.reject(new Error('storage'))
      : Promise.resolve(device.userId === userId ? device.facts : null),
  noteActivity: (at: number) => Promise.resolve(void change({ activityAt: at })),
  lockIfIdle: (now: number) => {
    if (device.broken) return Promise.reject(new Error('storage'));
    const { activityAt, minutes } = device.facts;
    if (activityAt === null) return Promise.resolve(change({ activityAt: now }));
    return Promise.resolve(
      hasLapsed(activityAt, now, lockAfter(minutes)) ? change({ locked: true }) : device.facts,
    );
  },
}));
vi.mock('dexie', () => ({
  liveQuery: (query: () => LockFacts) => ({
    subscribe({ next }: { next: (facts: LockFacts) => void }) {
      device.follow = next;
      next(query());
      return { unsubscribe: () => (device.follow = null) };
    },
  }),
}));
vi.mock('../kit/failures.ts', () => ({ reportFailure: () => undefined }));

const MINUTE = 60_000;
let told: LockStatus[] = [];
let stop = () => undefined as void;

async function started(facts: Partial<LockFacts> = {}): Promise<void> {
  device.facts = { minutes: 5, locked: false, activityAt: Date.now(), ...facts };
  stop = watchLock('u1', (status) => told.push(status));
  await vi.advanceTimersByTimeAsync(0);
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const touch = () => window.dispatchEvent(new Event('pointerdown', { cancelable: true }));
const isCovered = () => document.documentElement.hasAttribute('data-covered');
const isAway = () => document.documentElement.hasAttribute('data-away');
function becomes(visibilityState: 'hidden' | 'visible'): void {
  Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}
const show = (persisted: boolean) => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
/** The back/forward cache: no script of the page runs in between, whatever other windows do. */
function stepAway(): void {
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  becomes('hidden');
}
function stepBack(): void {
  becomes('visible');
  show(true);
}

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  device.broken = false;
  device.userId = 'u1';
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe('Lock follows the hands on the device', () => {
  it('locks after the minutes without one, and not before', async () => {
    await started();
    await pass(5 * MINUTE - 1);
    expect(told).toEqual(['open']);
    await pass(1);
    expect(told.at(-1)).toBe('locked');
    expect(isCovered()).toBe(true);
  });

  it.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'])(
    'a %s begins anew',
    async (type) => {
      await started();
      await pass(4 * MINUTE);
      window.dispatchEvent(new Event(type));
      await pass(4 * MINUTE);
      expect(told).toEqual(['open']);
      await pass(MINUTE);
      expect(told.at(-1)).toBe('locked');
    },
  );

  it('activity in another window postpones the lock here', async () => {
    await started();
    await pass(4 * MINUTE);
    change({ activityAt: Date.now() });
    await pass(4 * MINUTE);
    expect(told).toEqual(['open']);
  });

  it('this window tells the others of its hands, once in five seconds and of the last one', async () => {
    await started();
    await pass(10_000);
    touch();
    await pass(0);
    const first = Date.now();
    expect(device.facts.activityAt).toBe(first);
    await pass(1_000);
    touch();
    expect(device.facts.activityAt).toBe(first);
    await pass(5_000);
    expect(device.facts.activityAt).toBe(first + 1_000);
  });
});

describe('Lock after sleep, in other windows and from the start', () => {
  it('after sleep the first touch finds it locked and does nothing else', async () => {
    await started();
    vi.setSystemTime(Date.now() + 8 * 60 * MINUTE);
    expect(touch()).toBe(false);
    expect(isCovered()).toBe(true);
    await pass(0);
    expect(told.at(-1)).toBe('locked');
  });

  it('after sleep the page looks before it shows', async () => {
    await started();
    becomes('hidden');
    expect(isAway()).toBe(true);
    vi.setSystemTime(Date.now() + 8 * 60 * MINUTE);
    becomes('visible');
    expect(isCovered()).toBe(true);
    await pass(0);
    expect(isAway()).toBe(false);
    expect(told.at(-1)).toBe('locked');
  });

  it('a window that heard nothing for long asks the device first, and shows again what another one kept open', async () => {
    await started();
    device.facts = { ...device.facts, activityAt: Date.now() + 5 * MINUTE - 1_000 };
    await pass(5 * MINUTE);
    expect(told).toEqual(['open', 'unknown', 'open']);
    expect(isCovered()).toBe(false);
  });

  it('is locked from the start when it was, or when nobody was here for too long', async () => {
    await started({ locked: true });
    expect(told).toEqual(['locked']);
    stop();
    told = [];
    await started({ activityAt: Date.now() - 5 * MINUTE });
    expect(told).toEqual(['locked']);
  });

  it('opens when a password was given in any window, and counts from then', async () => {
    await started({ locked: true });
    await pass(60 * MINUTE);
    change({ locked: false, activityAt: Date.now() });
    expect(told).toEqual(['locked', 'open']);
    expect(isCovered()).toBe(false);
    await pass(5 * MINUTE);
    expect(told.at(-1)).toBe('locked');
  });

  it('a device that cannot be asked stays locked', async () => {
    await started();
    device.broken = true;
    await pass(5 * MINUTE);
    expect(told.at(-1)).toBe('locked');
  });

  it('another time is in force at once', async () => {
    await started();
    await pass(2 * MINUTE);
    change({ minutes: 1 });
    await pass(0);
    expect(told.at(-1)).toBe('locked');
  });
});

describe('L4 a page that comes back shows nothing until the device has answered', () => {
  it('that it is open: what was there is there again', async () => {
    await started();
    stepAway();
    stepBack();
    expect(isAway()).toBe(true);
    await pass(0);
    expect(isAway()).toBe(false);
    expect(told).toEqual(['open']);
  });

  it('that it was locked elsewhere', async () => {
    await started();
    stepAway();
    device.facts = { ...device.facts, locked: true };
    stepBack();
    expect(isAway()).toBe(true);
    await pass(0);
    expect(told).toEqual(['open', 'locked']);
    expect(isCovered()).toBe(true);
    expect(isAway()).toBe(false);
  });

  it.each([null, 'u2'])(
    'that %s is signed in: it stays covered until its screens give way',
    async (userId) => {
      await started();
      stepAway();
      device.userId = userId;
      stepBack();
      await pass(60_000);
      expect(isAway()).toBe(true);
      stop();
      expect(isAway()).toBe(false);
    },
  );

  it('that it cannot: it is locked', async () => {
    await started();
    stepAway();
    device.broken = true;
    stepBack();
    await pass(0);
    expect(told.at(-1)).toBe('locked');
    expect(isCovered()).toBe(true);
  });

  it('an answer from before it was put away once more shows nothing', async () => {
    await started();
    stepAway();
    stepBack();
    becomes('hidden');
    await pass(0);
    expect(isAway()).toBe(true);
    becomes('visible');
    await pass(0);
    expect(isAway()).toBe(false);
  });
});
