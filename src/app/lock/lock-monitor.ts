import { liveQuery } from 'dexie';
import { isIdle, lockDelayMs, msUntilIdle, type TwoClockTime } from '#domain/lock.ts';
import {
  lockIfIdle,
  recordUserActivity,
  readLockState,
  readLockStateOfUser,
  type LockState,
} from '#storage/account/lock.ts';
import { coverScreen, setBackgroundCover, uncoverScreen } from '#ui/page/screen-cover.ts';
import { reportFailure } from '../kit/failures.ts';

/** `unknown`: the lock state is being read from the database; the page must show no personal data then. */
export type LockStatus = 'unknown' | 'open' | 'locked';

/**
 * Interval in ms at which a window shares the time of its last input. Another window, or the next start, may therefore lock up
 * to 5 s too early, but never too late.
 */
const ACTIVITY_SHARE_INTERVAL_MS = 5_000;
const INACTIVITY_RESET_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;

const readBothClocks = (): TwoClockTime => ({ wall: Date.now(), page: performance.now() });

/**
 * Returns the time `at` of the wall clock as a time on both clocks (wall clock and `performance.now()`). It assumes that both
 * clocks have run equally since then. If `at` is in the future, the current time of `performance.now()` is used.
 */
function toTwoClockTime(at: number): TwoClockTime {
  const now = readBothClocks();
  return { wall: at, page: now.page - Math.max(0, now.wall - at) };
}

class LockMonitor {
  private status: LockStatus = 'unknown';
  private facts: LockState | null = null;
  private seen = readBothClocks();
  private notedAt = Number.NEGATIVE_INFINITY;
  private noting: ReturnType<typeof setTimeout> | undefined;
  private looking: ReturnType<typeof setTimeout> | undefined;
  /** True if the page was hidden and has not read the lock state since. The page must show nothing then. */
  private away = false;
  private timesAway = 0;
  private readonly userId: string;
  private readonly onStatus: (status: LockStatus) => void;

  constructor(userId: string, onStatus: (status: LockStatus) => void) {
    this.userId = userId;
    this.onStatus = onStatus;
  }

  private get after(): number {
    return this.facts ? lockDelayMs(this.facts.minutes) : 0;
  }

  private set(status: LockStatus): void {
    if (status === this.status) return;
    this.status = status;
    if (status === 'open') uncoverScreen();
    else coverScreen();
    this.onStatus(status);
  }

  /**
   * Applies the lock state that all windows share: another window may have received input, locked, unlocked, or changed the
   * timeout.
   */
  receive(facts: LockState): void {
    const isFirst = this.facts === null;
    this.facts = facts;
    if (facts.locked) return this.set('locked');
    if (
      facts.activityAt !== null &&
      (isFirst || facts.activityAt > this.seen.wall || this.status === 'locked')
    )
      this.seen = toTwoClockTime(facts.activityAt);
    if (isFirst) return this.hideAndRead();
    if (this.status === 'locked') this.set('open');
    this.look();
  }

  /** Hides the page until it has read the lock state, which another window may have changed. */
  private hideAndRead(): void {
    if (this.status === 'open') this.set('unknown');
    lockIfIdle(Date.now()).then(
      (facts) => this.applyFacts(facts),
      (error: unknown) => {
        reportFailure(error);
        this.set('locked');
      },
    );
  }

  private applyFacts(facts: LockState): void {
    this.facts = facts;
    if (facts.locked) return this.set('locked');
    this.seen = facts.activityAt === null ? readBothClocks() : toTwoClockTime(facts.activityAt);
    this.set('open');
    this.look();
  }

  readonly look = (): void => {
    clearTimeout(this.looking);
    if (this.status !== 'open') return;
    const now = readBothClocks();
    if (isIdle(this.seen, now, this.after)) this.hideAndRead();
    else this.looking = setTimeout(this.look, msUntilIdle(this.seen, now, this.after));
  };

  /** Processes input of the user. If the timeout has passed, also while the tablet slept, the input only locks the screen. */
  readonly onHand = (event: Event): void => {
    if (this.status !== 'open') return;
    const now = readBothClocks();
    if (isIdle(this.seen, now, this.after)) {
      event.stopImmediatePropagation();
      if (event.cancelable) event.preventDefault();
      return this.hideAndRead();
    }
    this.seen = now;
    this.noting ??= setTimeout(this.note, Math.max(0, this.notedAt + ACTIVITY_SHARE_INTERVAL_MS - now.page));
  };

  readonly note = (): void => {
    if (this.noting === undefined) return;
    clearTimeout(this.noting);
    this.noting = undefined;
    this.notedAt = performance.now();
    recordUserActivity(this.seen.wall).catch(reportFailure);
  };

  readonly onVisibility = (): void => {
    if (document.visibilityState === 'visible') this.comeBack();
    else this.putAway();
  };

  readonly putAway = (): void => {
    this.note();
    this.away = true;
    this.timesAway += 1;
    setBackgroundCover(true);
  };

  /**
   * Checks the lock before the page is shown again. The tablet may have slept. A frozen tab or a page in the back/forward cache
   * has also missed sign-outs and locks in other windows.
   */
  readonly comeBack = (): void => {
    this.look();
    if (!this.away || document.visibilityState !== 'visible') return;
    const { timesAway: absences } = this;
    const isNewest = () => absences === this.timesAway;
    readLockStateOfUser(this.userId).then(
      // If the user has signed out or another user has signed in, the content stays hidden, and session.tsx unmounts the
      // screens of the previous user.
      (facts) => facts && isNewest() && this.showContent(() => this.receive(facts)),
      (error: unknown) => {
        reportFailure(error);
        if (isNewest()) this.showContent(() => this.set('locked'));
      },
    );
  };

  private showContent(holds: () => void): void {
    holds();
    this.away = false;
    setBackgroundCover(false);
  }

  end(): void {
    clearTimeout(this.looking);
    clearTimeout(this.noting);
    this.status = 'unknown';
    this.timesAway += 1;
    setBackgroundCover(false);
    uncoverScreen();
  }
}

/**
 * Locks the screen when no window of the app has received input for the configured time, or when the user locks it
 * (docs/reference/sync/session-and-keys.md, Lock). Returns a function that stops the monitoring.
 */
export function monitorAndApplyLock(userId: string, onStatus: (status: LockStatus) => void): () => void {
  const watch = new LockMonitor(userId, onStatus);
  const listening = new AbortController();
  const { signal } = listening;
  for (const type of INACTIVITY_RESET_EVENTS)
    window.addEventListener(type, watch.onHand, { capture: true, passive: false, signal });
  document.addEventListener('visibilitychange', watch.onVisibility, { signal });
  window.addEventListener('pagehide', watch.putAway, { signal });
  for (const type of ['pageshow', 'focus']) window.addEventListener(type, watch.comeBack, { signal });
  const subscription = liveQuery(readLockState).subscribe({
    next: (facts) => watch.receive(facts),
    error: reportFailure,
  });
  return () => {
    subscription.unsubscribe();
    listening.abort();
    watch.end();
  };
}
