import { liveQuery } from 'dexie';
import { readLink } from '#storage/device/link.ts';
import { countReadings } from '#storage/cache/readings.ts';
import { tellReadings } from '#sync/telling/readings.ts';

/** An opening that the provider answers meanwhile is its own line, and none that is told. */
const SETTLED_MS = 30_000;
/** What was refused or not answered is tried again by itself. */
const REGULARLY_MS = 15 * 60_000;

const isDue = async (): Promise<boolean> => {
  const [count, link] = await Promise.all([countReadings(), readLink()]);
  return count > 0 && link.name !== 'down';
};

/**
 * Keeps the provider told of what was opened from the device's own copies (R4) while the page is open: at the start,
 * as things are opened, and when the link is back. `onFailure` is told of storage that fails.
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
