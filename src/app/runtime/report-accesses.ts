import { liveQuery } from 'dexie';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { countAccesses } from '#storage/cache/offline-accesses.ts';
import { reportAccesses } from '#sync/reporting/offline-accesses.ts';

/**
 * Delay before a report, in ms. An access whose request reaches the server within this time is logged there and need not be
 * reported.
 */
const SETTLED_MS = 30_000;
/** Interval for retrying reports that were rejected or got no response. */
const REGULARLY_MS = 15 * 60_000;

const isDue = async (): Promise<boolean> => {
  const [count, link] = await Promise.all([countAccesses(), readConnectionState()]);
  return count > 0 && link.name !== 'down';
};

/**
 * Reports offline accesses to the server (R4) while the page is open: at the start, after each access, and when the connection
 * is back. `onFailure` receives storage failures.
 */
export function startReportingAccesses(onFailure: (error: unknown) => void): () => void {
  let settling: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    settling = undefined;
    reportAccesses().catch(onFailure);
  };
  const subscription = liveQuery(isDue).subscribe({
    next: (due) => {
      if (due) settling ??= setTimeout(tell, SETTLED_MS);
    },
    error: onFailure,
  });
  const regularly = setInterval(() => {
    reportAccesses().catch(onFailure);
  }, REGULARLY_MS);
  return () => {
    subscription.unsubscribe();
    clearTimeout(settling);
    clearInterval(regularly);
  };
}
