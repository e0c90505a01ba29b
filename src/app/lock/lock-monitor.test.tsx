import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasTimedOut, lockDelayMs } from '#domain/lock.ts';
import type { LockState } from '#storage/account/lock.ts';
import { monitorAndApplyLock, type LockStatus } from './lock-monitor.ts';

const lockMock = vi.hoisted(() => ({
  facts: { minutes: 5, locked: false, activityAt: null } as LockState,
  follow: null as ((facts: LockState) => void) | null,
  broken: false,
  userId: 'u1' as string | null,
}));
const changeMockLockState = (patch: Partial<LockState>): LockState => {
  lockMock.facts = { ...lockMock.facts, ...patch };
  lockMock.follow?.(lockMock.facts);
  return lockMock.facts;
};
vi.mock('#storage/account/lock.ts', () => ({
  readLockState: () => lockMock.facts,
  readLockStateOfUser: (userId: string) =>
    lockMock.broken
      ? Promise.reject(new Error('storage'))
      : Promise.resolve(lockMock.userId === userId ? lockMock.facts : null),
  recordUserActivity: (at: number) => Promise.resolve(void changeMockLockState({ activityAt: at })),
  lockIfIdle: (now: number) => {
    if (lockMock.broken) return Promise.reject(new Error('storage'));
    const { activityAt, minutes } = lockMock.facts;
    if (activityAt === null) return Promise.resolve(changeMockLockState({ activityAt: now }));
    return Promise.resolve(
      hasTimedOut(activityAt, now, lockDelayMs(minutes))
        ? changeMockLockState({ locked: true })
        : lockMock.facts,
    );
  },
}));
vi.mock('dexie', () => ({
  liveQuery: (query: () => LockState) => ({
    subscribe({ next }: { next: (facts: LockState) => void }) {
      lockMock.follow = next;
      next(query());
      return { unsubscribe: () => (lockMock.follow = null) };
    },
  }),
}));
vi.mock('../kit/failures.ts', () => ({ reportFailure: () => undefined }));

const MINUTE_MS = 60_000;
let reportedLockStatuses: LockStatus[] = [];
let stopMonitor = () => undefined as void;

async function startMonitor(facts: Partial<LockState> = {}): Promise<void> {
  lockMock.facts = { minutes: 5, locked: false, activityAt: Date.now(), ...facts };
  stopMonitor = monitorAndApplyLock('u1', (status) => reportedLockStatuses.push(status));
  await vi.advanceTimersByTimeAsync(0);
}
const advanceTimers = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const dispatchPointerDown = () => window.dispatchEvent(new Event('pointerdown', { cancelable: true }));
const isCovered = () => document.documentElement.hasAttribute('data-covered');
const hasAwayAttribute = () => document.documentElement.hasAttribute('data-away');
function setVisibility(visibilityState: 'hidden' | 'visible'): void {
  Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}
const dispatchPageShow = (persisted: boolean) =>
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
/** Simulates a page that enters the back/forward cache: its scripts stop, while other windows continue. */
function leavePage(): void {
  window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  setVisibility('hidden');
}
function returnToPage(): void {
  setVisibility('visible');
  dispatchPageShow(true);
}

beforeEach(() => {
  vi.useFakeTimers();
  reportedLockStatuses = [];
  lockMock.broken = false;
  lockMock.userId = 'u1';
});
afterEach(() => {
  stopMonitor();
  vi.useRealTimers();
});

describe('Lock after inactivity', () => {
  it('the screen locks after the configured minutes without input, and not before', async () => {
    await startMonitor();
    await advanceTimers(5 * MINUTE_MS - 1);
    expect(reportedLockStatuses).toEqual(['open']);
    await advanceTimers(1);
    expect(reportedLockStatuses.at(-1)).toBe('locked');
    expect(isCovered()).toBe(true);
  });

  it.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'])(
    'the event %s restarts the inactivity timeout',
    async (type) => {
      await startMonitor();
      await advanceTimers(4 * MINUTE_MS);
      window.dispatchEvent(new Event(type));
      await advanceTimers(4 * MINUTE_MS);
      expect(reportedLockStatuses).toEqual(['open']);
      await advanceTimers(MINUTE_MS);
      expect(reportedLockStatuses.at(-1)).toBe('locked');
    },
  );

  it('input in another window postpones the lock', async () => {
    await startMonitor();
    await advanceTimers(4 * MINUTE_MS);
    changeMockLockState({ activityAt: Date.now() });
    await advanceTimers(4 * MINUTE_MS);
    expect(reportedLockStatuses).toEqual(['open']);
  });

  it('a window reports its input to the other windows at most once in five seconds, with the time of the last input', async () => {
    await startMonitor();
    await advanceTimers(10_000);
    dispatchPointerDown();
    await advanceTimers(0);
    const first = Date.now();
    expect(lockMock.facts.activityAt).toBe(first);
    await advanceTimers(1_000);
    dispatchPointerDown();
    expect(lockMock.facts.activityAt).toBe(first);
    await advanceTimers(5_000);
    expect(lockMock.facts.activityAt).toBe(first + 1_000);
  });
});

describe('Lock after sleep, in other windows and at the start', () => {
  it('the first touch after the tablet slept only locks the screen', async () => {
    await startMonitor();
    vi.setSystemTime(Date.now() + 8 * 60 * MINUTE_MS);
    expect(dispatchPointerDown()).toBe(false);
    expect(isCovered()).toBe(true);
    await advanceTimers(0);
    expect(reportedLockStatuses.at(-1)).toBe('locked');
  });

  it('the page stays hidden after sleep until the lock has been checked', async () => {
    await startMonitor();
    setVisibility('hidden');
    expect(hasAwayAttribute()).toBe(true);
    vi.setSystemTime(Date.now() + 8 * 60 * MINUTE_MS);
    setVisibility('visible');
    expect(isCovered()).toBe(true);
    await advanceTimers(0);
    expect(hasAwayAttribute()).toBe(false);
    expect(reportedLockStatuses.at(-1)).toBe('locked');
  });

  it('an idle window hides itself, reads the shared lock state, and shows its content again because another window had input', async () => {
    await startMonitor();
    lockMock.facts = { ...lockMock.facts, activityAt: Date.now() + 5 * MINUTE_MS - 1_000 };
    await advanceTimers(5 * MINUTE_MS);
    expect(reportedLockStatuses).toEqual(['open', 'unknown', 'open']);
    expect(isCovered()).toBe(false);
  });

  it('the app starts locked when it was locked before or has been idle for longer than the timeout', async () => {
    await startMonitor({ locked: true });
    expect(reportedLockStatuses).toEqual(['locked']);
    stopMonitor();
    reportedLockStatuses = [];
    await startMonitor({ activityAt: Date.now() - 5 * MINUTE_MS });
    expect(reportedLockStatuses).toEqual(['locked']);
  });

  it('the screen unlocks in all windows, and the timeout starts again, when the user enters the password in any window', async () => {
    await startMonitor({ locked: true });
    await advanceTimers(60 * MINUTE_MS);
    changeMockLockState({ locked: false, activityAt: Date.now() });
    expect(reportedLockStatuses).toEqual(['locked', 'open']);
    expect(isCovered()).toBe(false);
    await advanceTimers(5 * MINUTE_MS);
    expect(reportedLockStatuses.at(-1)).toBe('locked');
  });

  it("the idle screen locks when the device's database cannot be read", async () => {
    await startMonitor();
    lockMock.broken = true;
    await advanceTimers(5 * MINUTE_MS);
    expect(reportedLockStatuses.at(-1)).toBe('locked');
  });

  it('a change of the inactivity timeout applies immediately', async () => {
    await startMonitor();
    await advanceTimers(2 * MINUTE_MS);
    changeMockLockState({ minutes: 1 });
    await advanceTimers(0);
    expect(reportedLockStatuses.at(-1)).toBe('locked');
  });
});

describe('L4 page restored from the back/forward cache', () => {
  it('a restored page shows its content when the database says that the screen is open', async () => {
    await startMonitor();
    leavePage();
    returnToPage();
    expect(hasAwayAttribute()).toBe(true);
    await advanceTimers(0);
    expect(hasAwayAttribute()).toBe(false);
    expect(reportedLockStatuses).toEqual(['open']);
  });

  it('a restored page locks when another window locked the screen', async () => {
    await startMonitor();
    leavePage();
    lockMock.facts = { ...lockMock.facts, locked: true };
    returnToPage();
    expect(hasAwayAttribute()).toBe(true);
    await advanceTimers(0);
    expect(reportedLockStatuses).toEqual(['open', 'locked']);
    expect(isCovered()).toBe(true);
    expect(hasAwayAttribute()).toBe(false);
  });

  it.each([null, 'u2'])(
    'a restored page stays hidden until its screens are unmounted when another user or no user is now signed in: %s',
    async (userId) => {
      await startMonitor();
      leavePage();
      lockMock.userId = userId;
      returnToPage();
      await advanceTimers(60_000);
      expect(hasAwayAttribute()).toBe(true);
      stopMonitor();
      expect(hasAwayAttribute()).toBe(false);
    },
  );

  it("a restored page locks when the device's database cannot be read", async () => {
    await startMonitor();
    leavePage();
    lockMock.broken = true;
    returnToPage();
    await advanceTimers(0);
    expect(reportedLockStatuses.at(-1)).toBe('locked');
    expect(isCovered()).toBe(true);
  });

  it('a page that is hidden again while the lock is being checked stays hidden until the next check', async () => {
    await startMonitor();
    leavePage();
    returnToPage();
    setVisibility('hidden');
    await advanceTimers(0);
    expect(hasAwayAttribute()).toBe(true);
    setVisibility('visible');
    await advanceTimers(0);
    expect(hasAwayAttribute()).toBe(false);
  });
});
