import { liveQuery } from 'dexie';
import { readConnectionState } from '#storage/device/link.ts';
import { countAccesses } from '#storage/cache/readings.ts';
import { reportAccesses } from '#sync/telling/readings.ts';

/**
 * Delay before a report, in ms. An access that the server responds to in the meantime has its own log entry and is not
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
 * Reports access to the device’s copies to the server (R4) while the page is open: at the start, after each access, and when
 * the connection is back. `onFailure` receives storage failures.
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
