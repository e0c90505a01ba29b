import { countOf, type Unsent } from '#domain/outbox/unsent.ts';
import { readDownloads, type Downloads } from '#storage/cache/downloads.ts';
import { unsentOf } from '#storage/device/unsent.ts';

/** What a sign-out does not take along: entries that have not arrived, and files that lie outside of the app. */
export interface LeftBehind {
  readonly unsent: Unsent;
  readonly downloads: Downloads | null;
}

/** Null when there is nothing to say of. */
export async function readLeftBehind(userId: string): Promise<LeftBehind | null> {
  const [unsent, downloads] = await Promise.all([unsentOf(userId), readDownloads(userId)]);
  return countOf(unsent) > 0 || downloads ? { unsent, downloads } : null;
}
