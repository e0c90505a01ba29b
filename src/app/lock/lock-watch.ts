import { liveQuery } from 'dexie';
import { isIdle, lockAfter, untilIdle, type Moment } from '#domain/lock.ts';
import { lockIfIdle, noteActivity, readLock, readLockOf, type LockFacts } from '#storage/account/lock.ts';
import { coverScreen, putAway, uncoverScreen } from '#ui/page/screen-cover.ts';
import { reportFailure } from '../kit/failures.ts';

/** `unknown`: the device is being asked. Nothing personal may be seen then. */
export type LockStatus = 'unknown' | 'open' | 'locked';

/** Another window, or the next start, may lock so much too early; never too late. */
const NOTE_EVERY_MS = 5_000;
/** Input that counts as activity, the patient's too. */
const RUNNERS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'] as const;

const momentNow = (): Moment => ({ wall: Date.now(), page: performance.now() });

/** The page's clock has run since then as long as the device's says; not for a time to come. */
function momentOf(at: number): Moment {
  const now = momentNow();
  return { wall: at, page: now.page - Math.max(0, now.wall - at) };
}

class LockWatch {
  private status: LockStatus = 'unknown';
  private facts: LockFacts | null = null;
  private seen = momentNow();
  private notedAt = Number.NEGATIVE_INFINITY;
  private noting: ReturnType<typeof setTimeout> | undefined;
  private looking: ReturnType<typeof setTimeout> | undefined;
  /** What is seen next of the page is nothing: it was put away, and the device has not been asked since. */
  private away = false;
  private timesAway = 0;
  private readonly userId: string;
  private readonly onStatus: (status: LockStatus) => void;

  constructor(userId: string, onStatus: (status: LockStatus) => void) {
    this.userId = userId;
    this.onStatus = onStatus;
  }

  private get after(): number {
    return this.facts ? lockAfter(this.facts.minutes) : 0;
  }

  private set(status: LockStatus): void {
    if (status === this.status) return;
    this.status = status;
    if (status === 'open') uncoverScreen();
    else coverScreen();
    this.onStatus(status);
  }

  /** What all windows know: another one may have seen a hand, locked, unlocked, or another time was chosen. */
  take(facts: LockFacts): void {
    const isFirst = this.facts === null;
    this.facts = facts;
    if (facts.locked) return this.set('locked');
    if (
      facts.activityAt !== null &&
      (isFirst || facts.activityAt > this.seen.wall || this.status === 'locked')
    )
      this.seen = momentOf(facts.activityAt);
    if (isFirst) return this.ask();
    if (this.status === 'locked') this.set('open');
    this.look();
  }

  /** Another window may know better: nothing is shown until the device has said what holds. */
  private ask(): void {
    if (this.status === 'open') this.set('unknown');
    lockIfIdle(Date.now()).then(
      (facts) => this.settle(facts),
      (error: unknown) => {
        reportFailure(error);
        this.set('locked');
      },
    );
  }

  private settle(facts: LockFacts): void {
    this.facts = facts;
    if (facts.locked) return this.set('locked');
    this.seen = facts.activityAt === null ? momentNow() : momentOf(facts.activityAt);
    this.set('open');
    this.look();
  }

  /** Locks when nobody was here for too long; otherwise looks again when that may be so. */
  readonly look = (): void => {
    clearTimeout(this.looking);
    if (this.status !== 'open') return;
    const now = momentNow();
    if (isIdle(this.seen, now, this.after)) this.ask();
    else this.looking = setTimeout(this.look, untilIdle(this.seen, now, this.after));
  };

  /** The first touch after too long a pause, and after sleep, finds the screen locked: it does nothing else. */
  readonly onHand = (event: Event): void => {
    if (this.status !== 'open') return;
    const now = momentNow();
    if (isIdle(this.seen, now, this.after)) {
      event.stopImmediatePropagation();
      if (event.cancelable) event.preventDefault();
      return this.ask();
    }
    this.seen = now;
    this.noting ??= setTimeout(this.note, Math.max(0, this.notedAt + NOTE_EVERY_MS - now.page));
  };

  readonly note = (): void => {
    if (this.noting === undefined) return;
    clearTimeout(this.noting);
    this.noting = undefined;
    this.notedAt = performance.now();
    noteActivity(this.seen.wall).catch(reportFailure);
  };

  readonly onVisibility = (): void => {
    if (document.visibilityState === 'visible') this.comeBack();
    else this.putAway();
  };

  readonly putAway = (): void => {
    this.note();
    this.away = true;
    this.timesAway += 1;
    putAway(true);
  };

  /**
   * Looks before it shows: the tablet may have slept, and a page that stood still (the back/forward cache, a frozen tab)
   * has not heard that somebody left or locked elsewhere.
   */
  readonly comeBack = (): void => {
    this.look();
    if (!this.away || document.visibilityState !== 'visible') return;
    const { timesAway } = this;
    const isNewest = () => timesAway === this.timesAway;
    readLockOf(this.userId).then(
      // Where nobody, or somebody else, is signed in, the screens themselves give way (session.tsx).
      (facts) => facts && isNewest() && this.showAgain(() => this.take(facts)),
      (error: unknown) => {
        reportFailure(error);
        if (isNewest()) this.showAgain(() => this.set('locked'));
      },
    );
  };

  private showAgain(holds: () => void): void {
    holds();
    this.away = false;
    putAway(false);
  }

  end(): void {
    clearTimeout(this.looking);
    clearTimeout(this.noting);
    this.status = 'unknown';
    this.timesAway += 1;
    putAway(false);
    uncoverScreen();
  }
}

/**
 * Hides this window of the user when no window of the app has seen a hand for as long as the device is set to, when
 * somebody says so, and until the password was given (SYNC.md, Lock). Returns how to stop.
 */
export function watchLock(userId: string, onStatus: (status: LockStatus) => void): () => void {
  const watch = new LockWatch(userId, onStatus);
  const listening = new AbortController();
  const { signal } = listening;
  for (const type of RUNNERS)
    window.addEventListener(type, watch.onHand, { capture: true, passive: false, signal });
  document.addEventListener('visibilitychange', watch.onVisibility, { signal });
  window.addEventListener('pagehide', watch.putAway, { signal });
  for (const type of ['pageshow', 'focus']) window.addEventListener(type, watch.comeBack, { signal });
  const subscription = liveQuery(readLock).subscribe({
    next: (facts) => watch.take(facts),
    error: reportFailure,
  });
  return () => {
    subscription.unsubscribe();
    listening.abort();
    watch.end();
  };
}
