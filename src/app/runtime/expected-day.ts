import { liveQuery } from 'dexie';
import { bogotaDay } from '#domain/time/clock.ts';
import { readSignedInState } from '#storage/account/accounts.ts';
import { listUnsentArrivals } from '#storage/cache/expected-marks.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { sendArrivals } from '#sync/expected/arrivals.ts';
import { deletePastDays, refreshExpectedDay } from '#sync/expected/day.ts';

const DAY_REFRESH_INTERVAL_MS = 60_000;

interface ExpectedDayNeed {
  /** Branch and time since which the server can be reached; null while it cannot. */
  readonly reachable: string | null;
  readonly unsentArrivals: number;
}

async function readNeed(): Promise<ExpectedDayNeed> {
  const [user, link] = await Promise.all([readSignedInState(), readConnectionState()]);
  if (user?.gate !== 'open' || user.branchId === null || link.name === 'down')
    return { reachable: null, unsentArrivals: 0 };
  const arrivals = (await listUnsentArrivals()).filter(({ branchId }) => branchId === user.branchId);
  const since = link.name === 'up' ? link.since : 0;
  return { reachable: `${user.branchId} ${since}`, unsentArrivals: arrivals.length };
}

/** Sends the arrivals, and then refreshes today's people. Deletes past days also without network. */
async function refreshToday(): Promise<void> {
  const today = bogotaDay(Date.now());
  await deletePastDays(today);
  if (document.visibilityState === 'hidden' || (await readConnectionState()).name === 'down') return;
  await sendArrivals();
  await refreshExpectedDay(today);
}

/**
 * Returns the function that refreshes one at a time, because on a slow line a refresh takes longer than the interval. During a
 * refresh, only an urgent one is run again after it.
 */
function createRefresher(onFailure: (error: unknown) => void): (isUrgent: boolean) => void {
  let isRunning = false;
  let isWantedAgain = false;
  const run = (): void => {
    isRunning = true;
    isWantedAgain = false;
    void refreshToday()
      .catch(onFailure)
      .finally(() => {
        isRunning = false;
        if (isWantedAgain) run();
      });
  };
  return (isUrgent) => {
    if (isRunning) isWantedAgain ||= isUrgent;
    else run();
  };
}

/**
 * Keeps the people of today's lists on the device while the page is open: refreshes them every minute, when the server can be
 * reached again and when the branch changes, and sends arrivals as they are marked. `onFailure` receives storage failures.
 */
export function startExpectedDayWork(onFailure: (error: unknown) => void): () => void {
  const refresh = createRefresher(onFailure);
  let before: ExpectedDayNeed = { reachable: null, unsentArrivals: 0 };
  const subscription = liveQuery(readNeed).subscribe({
    next: (need) => {
      const isReachableAgain = need.reachable !== null && need.reachable !== before.reachable;
      const isMarked = need.unsentArrivals > before.unsentArrivals;
      before = need;
      if (isReachableAgain) refresh(true);
      else if (isMarked) void sendArrivals().catch(onFailure);
    },
    error: onFailure,
  });
  const timer = setInterval(() => refresh(false), DAY_REFRESH_INTERVAL_MS);
  return () => {
    subscription.unsubscribe();
    clearInterval(timer);
  };
}
