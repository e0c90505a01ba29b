import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasTimedOut, lockDelayMs } from '#domain/lock.ts';
import type { LockState } from '#storage/account/lock.ts';
import { monitorLock, type LockStatus } from './lock-monitor.ts';

const device = vi.hoisted(() => ({
  facts: { minutes: 5, locked: false, activityAt: null } as LockState,
  follow: null as ((facts: LockState) => void) | null,
  broken: false,
  userId: 'u1' as string | null,
}));
const change = (patch: Partial<LockState>): LockState => {
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
  recordUserActivity: (at: number) => Promise.resolve(void change({ activityAt: at })),
  lockIfIdle: (now: number) => {
    if (device.broken) return Promise.reject(new Error('storage'));
    const { activityAt, minutes } = device.facts;
    if (activityAt === null) return Promise.resolve(change({ activityAt: now }));
    return Promise.resolve(
      hasTimedOut(activityAt, now, lockDelayMs(minutes)) ? change({ locked: true }) : device.facts,
    );
  },
}));
vi.mock('dexie', () => ({
  liveQuery: (query: () => LockState) => ({
    subscribe({ next }: { next: (facts: LockState) => void }) {
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

async function started(facts: Partial<LockState> = {}): Promise<void> {
  device.facts = { minutes: 5, locked: false, activityAt: Date.now(), ...facts };
  stop = monitorLock('u1', (status) => told.push(status));
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
/** Simulates a page that enters the back/forward cache: its scripts stop, while other windows continue. */
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

describe('Lock after inactivity', () => {
  it('the screen locks after the configured minutes without input, and not before', async () => {
    await started();
    await pass(5 * MINUTE - 1);
    expect(told).toEqual(['open']);
    await pass(1);
    expect(told.at(-1)).toBe('locked');
    expect(isCovered()).toBe(true);
  });

  it.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'])(
    'the event %s restarts the inactivity timeout',
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

  it('input in another window postpones the lock', async () => {
    await started();
    await pass(4 * MINUTE);
    change({ activityAt: Date.now() });
    await pass(4 * MINUTE);
    expect(told).toEqual(['open']);
  });

  it('a window reports its input to the other windows at most once in five seconds, with the time of the last input', async () => {
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

describe('Lock after sleep, in other windows and at the start', () => {
  it('the first touch after sleep only locks the screen', async () => {
    await started();
    vi.setSystemTime(Date.now() + 8 * 60 * MINUTE);
    expect(touch()).toBe(false);
    expect(isCovered()).toBe(true);
    await pass(0);
    expect(told.at(-1)).toBe('locked');
  });

  it('the page stays hidden after sleep until the lock has been checked', async () => {
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

  it('an idle window hides itself, reads the lock state, and opens again when another window had input', async () => {
    await started();
    device.facts = { ...device.facts, activityAt: Date.now() + 5 * MINUTE - 1_000 };
    await pass(5 * MINUTE);
    expect(told).toEqual(['open', 'unknown', 'open']);
    expect(isCovered()).toBe(false);
  });

  it('the app starts locked when it was locked before or has been idle for longer than the timeout', async () => {
    await started({ locked: true });
    expect(told).toEqual(['locked']);
    stop();
    told = [];
    await started({ activityAt: Date.now() - 5 * MINUTE });
    expect(told).toEqual(['locked']);
  });

  it('the screen unlocks in all windows, and the timeout starts again, when the user enters the password in any window', async () => {
    await started({ locked: true });
    await pass(60 * MINUTE);
    change({ locked: false, activityAt: Date.now() });
    expect(told).toEqual(['locked', 'open']);
    expect(isCovered()).toBe(false);
    await pass(5 * MINUTE);
    expect(told.at(-1)).toBe('locked');
  });

  it("the idle screen locks when the device's database cannot be read", async () => {
    await started();
    device.broken = true;
    await pass(5 * MINUTE);
    expect(told.at(-1)).toBe('locked');
  });

  it('a change of the inactivity timeout applies immediately', async () => {
    await started();
    await pass(2 * MINUTE);
    change({ minutes: 1 });
    await pass(0);
    expect(told.at(-1)).toBe('locked');
  });
});

describe('L4 page restored from the back/forward cache', () => {
  it('a restored page shows its content when the database says that the screen is open', async () => {
    await started();
    stepAway();
    stepBack();
    expect(isAway()).toBe(true);
    await pass(0);
    expect(isAway()).toBe(false);
    expect(told).toEqual(['open']);
  });

  it('a restored page locks when another window locked the screen', async () => {
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
    'a restored page stays hidden until its screens are unmounted when the signed-in user is now %s',
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

  it("a restored page locks when the device's database cannot be read", async () => {
    await started();
    stepAway();
    device.broken = true;
    stepBack();
    await pass(0);
    expect(told.at(-1)).toBe('locked');
    expect(isCovered()).toBe(true);
  });

  it('a page that is hidden again while the lock is being checked stays hidden until the next check', async () => {
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
