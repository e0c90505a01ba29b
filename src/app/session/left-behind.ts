import { countOf, type Unsent } from '#domain/outbox/unsent.ts';
import { readDownloads, type Downloads } from '#storage/cache/downloads.ts';
import { unsentOf } from '#storage/device/unsent.ts';
import { countParked } from '#storage/drafts/parked-drafts.ts';

/** Data that stays on the device after a sign-out: undelivered entries, parked drafts, and files outside the app. */
export interface RemainingData {
  readonly unsent: Unsent;
  readonly parked: number;
  readonly downloads: Downloads | null;
}

/** Returns the data that stays on the device; null if there is none. */
export async function readRemainingData(userId: string): Promise<RemainingData | null> {
  const [unsent, parked, downloads] = await Promise.all([
    unsentOf(userId),
    countParked(userId),
    readDownloads(userId),
  ]);
  return countOf(unsent) + parked > 0 || downloads ? { unsent, parked, downloads } : null;
}
