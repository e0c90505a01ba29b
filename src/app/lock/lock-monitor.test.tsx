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

const MINUTE_MS = 60_000;
let statuses: LockStatus[] = [];
let stop = () => undefined as void;

async function startMonitor(facts: Partial<LockState> = {}): Promise<void> {
  device.facts = { minutes: 5, locked: false, activityAt: Date.now(), ...facts };
  stop = monitorLock('u1', (status) => statuses.push(status));
  await vi.advanceTimersByTimeAsync(0);
}
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const touch = () => window.dispatchEvent(new Event('pointerdown', { cancelable: true }));
const isCovered = () => document.documentElement.hasAttribute('data-covered');
const isPageHidden = () => document.documentElement.hasAttribute('data-away');
function setVisibility(visibilityState: 'hidden' | 'visible'): void {
  Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}
const show = (persisted: boolean) => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
/** Simulates a page that enters the back/forward cache: its scripts stop, while other windows continue. */
function leavePage(): void {
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  setVisibility('hidden');
}
function stepBack(): void {
  setVisibility('visible');
  show(true);
}

beforeEach(() => {
  vi.useFakeTimers();
  statuses = [];
  device.broken = false;
  device.userId = 'u1';
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe('Lock after inactivity', () => {
  it('the screen locks after the configured minutes without input, and not before', async () => {
    await startMonitor();
    await advance(5 * MINUTE_MS - 1);
    expect(statuses).toEqual(['open']);
    await advance(1);
    expect(statuses.at(-1)).toBe('locked');
    expect(isCovered()).toBe(true);
  });

  it.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'])(
    'the event %s restarts the inactivity timeout',
    async (type) => {
      await startMonitor();
      await advance(4 * MINUTE_MS);
      window.dispatchEvent(new Event(type));
      await advance(4 * MINUTE_MS);
      expect(statuses).toEqual(['open']);
      await advance(MINUTE_MS);
      expect(statuses.at(-1)).toBe('locked');
    },
  );

  it('input in another window postpones the lock', async () => {
    await startMonitor();
    await advance(4 * MINUTE_MS);
    change({ activityAt: Date.now() });
    await advance(4 * MINUTE_MS);
    expect(statuses).toEqual(['open']);
  });

  it('a window reports its input to the other windows at most once in five seconds, with the time of the last input', async () => {
    await startMonitor();
    await advance(10_000);
    touch();
    await advance(0);
    const first = Date.now();
    expect(device.facts.activityAt).toBe(first);
    await advance(1_000);
    touch();
    expect(device.facts.activityAt).toBe(first);
    await advance(5_000);
    expect(device.facts.activityAt).toBe(first + 1_000);
  });
});

describe('Lock after sleep, in other windows and at the start', () => {
  it('the first touch after the tablet slept only locks the screen', async () => {
    await startMonitor();
    vi.setSystemTime(Date.now() + 8 * 60 * MINUTE_MS);
    expect(touch()).toBe(false);
    expect(isCovered()).toBe(true);
    await advance(0);
    expect(statuses.at(-1)).toBe('locked');
  });

  it('the page stays hidden after sleep until the lock has been checked', async () => {
    await startMonitor();
    setVisibility('hidden');
    expect(isPageHidden()).toBe(true);
    vi.setSystemTime(Date.now() + 8 * 60 * MINUTE_MS);
    setVisibility('visible');
    expect(isCovered()).toBe(true);
    await advance(0);
    expect(isPageHidden()).toBe(false);
    expect(statuses.at(-1)).toBe('locked');
  });

  it('an idle window hides itself, reads the shared lock state, and shows its content again because another window had input', async () => {
    await startMonitor();
    device.facts = { ...device.facts, activityAt: Date.now() + 5 * MINUTE_MS - 1_000 };
    await advance(5 * MINUTE_MS);
    expect(statuses).toEqual(['open', 'unknown', 'open']);
    expect(isCovered()).toBe(false);
  });

  it('the app starts locked when it was locked before or has been idle for longer than the timeout', async () => {
    await startMonitor({ locked: true });
    expect(statuses).toEqual(['locked']);
    stop();
    statuses = [];
    await startMonitor({ activityAt: Date.now() - 5 * MINUTE_MS });
    expect(statuses).toEqual(['locked']);
  });

  it('the screen unlocks in all windows, and the timeout starts again, when the user enters the password in any window', async () => {
    await startMonitor({ locked: true });
    await advance(60 * MINUTE_MS);
    change({ locked: false, activityAt: Date.now() });
    expect(statuses).toEqual(['locked', 'open']);
    expect(isCovered()).toBe(false);
    await advance(5 * MINUTE_MS);
    expect(statuses.at(-1)).toBe('locked');
  });

  it("the idle screen locks when the device's database cannot be read", async () => {
    await startMonitor();
    device.broken = true;
    await advance(5 * MINUTE_MS);
    expect(statuses.at(-1)).toBe('locked');
  });

  it('a change of the inactivity timeout applies immediately', async () => {
    await startMonitor();
    await advance(2 * MINUTE_MS);
    change({ minutes: 1 });
    await advance(0);
    expect(statuses.at(-1)).toBe('locked');
  });
});

describe('L4 page restored from the back/forward cache', () => {
  it('a restored page shows its content when the database says that the screen is open', async () => {
    await startMonitor();
    leavePage();
    stepBack();
    expect(isPageHidden()).toBe(true);
    await advance(0);
    expect(isPageHidden()).toBe(false);
    expect(statuses).toEqual(['open']);
  });

  it('a restored page locks when another window locked the screen', async () => {
    await startMonitor();
    leavePage();
    device.facts = { ...device.facts, locked: true };
    stepBack();
    expect(isPageHidden()).toBe(true);
    await advance(0);
    expect(statuses).toEqual(['open', 'locked']);
    expect(isCovered()).toBe(true);
    expect(isPageHidden()).toBe(false);
  });

  it.each([null, 'u2'])(
    'a restored page stays hidden until its screens are unmounted when another user or no user is now signed in: %s',
    async (userId) => {
      await startMonitor();
      leavePage();
      device.userId = userId;
      stepBack();
      await advance(60_000);
      expect(isPageHidden()).toBe(true);
      stop();
      expect(isPageHidden()).toBe(false);
    },
  );

  it("a restored page locks when the device's database cannot be read", async () => {
    await startMonitor();
    leavePage();
    device.broken = true;
    stepBack();
    await advance(0);
    expect(statuses.at(-1)).toBe('locked');
    expect(isCovered()).toBe(true);
  });

  it('a page that is hidden again while the lock is being checked stays hidden until the next check', async () => {
    await startMonitor();
    leavePage();
    stepBack();
    setVisibility('hidden');
    await advance(0);
    expect(isPageHidden()).toBe(true);
    setVisibility('visible');
    await advance(0);
    expect(isPageHidden()).toBe(false);
  });
});
