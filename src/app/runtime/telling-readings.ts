import { liveQuery } from 'dexie';
import { readLink } from '#storage/device/link.ts';
import { countReadings } from '#storage/cache/readings.ts';
import { tellReadings } from '#sync/telling/readings.ts';

/**
 * Delay before a report, in ms. An access that the server responds to in the meantime has its own log entry and is not
 * reported.
 */
const SETTLED_MS = 30_000;
/** Interval for retrying reports that were rejected or got no response. */
const REGULARLY_MS = 15 * 60_000;

const isDue = async (): Promise<boolean> => {
  const [count, link] = await Promise.all([countReadings(), readLink()]);
  return count > 0 && link.name !== 'down';
};

/**
 * Reports access to the device’s copies to the server (R4) while the page is open: at the start, after each access, and when
 * the connection is back. `onFailure` receives storage failures.
 */
export function startTellingReadings(onFailure: (error: unknown) => void): () => void {
  let settling: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    settling = undefined;
    tellReadings().catch(onFailure);
  };
  const subscription = liveQuery(isDue).subscribe({
    next: (due) => {
      if (due) settling ??= setTimeout(tell, SETTLED_MS);
    },
    error: onFailure,
  });
  const regularly = setInterval(() => {
    tellReadings().catch(onFailure);
  }, REGULARLY_MS);
  return () => {
    subscription.unsubscribe();
    clearTimeout(settling);
    clearInterval(regularly);
  };
}
