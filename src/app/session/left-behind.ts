import { countOf, type Unsent } from '#domain/outbox/unsent.ts';
import { readDownloads, type Downloads } from '#storage/cache/downloads.ts';
import { unsentOf } from '#storage/device/unsent.ts';
import { countParked } from '#storage/drafts/parked-drafts.ts';

/** What a sign-out does not take along: entries that have not arrived, who waits, and files that lie outside of the app. */
export interface LeftBehind {
  readonly unsent: Unsent;
  readonly parked: number;
  readonly downloads: Downloads | null;
}

/** Null when there is nothing to say of. */
export async function readLeftBehind(userId: string): Promise<LeftBehind | null> {
  const [unsent, parked, downloads] = await Promise.all([
    unsentOf(userId),
    countParked(userId),
    readDownloads(userId),
  ]);
  return countOf(unsent) + parked > 0 || downloads ? { unsent, parked, downloads } : null;
}
