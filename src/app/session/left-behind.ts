import { totalUnsent, type UnsentCounts } from '#domain/outbox/unsent.ts';
import { readDownloads, type Downloads } from '#storage/cache/downloads.ts';
import { countUnsentOfUser } from '#storage/device/unsent.ts';
import { countParkedDrafts } from '#storage/drafts/parked-list.ts';
import { isContentLostOnLeave } from '#ui/dialogs/unsaved.ts';

export interface DataLeftOnDevice {
  readonly unsent: UnsentCounts;
  readonly parked: number;
  readonly downloads: Downloads | null;
  /** True if the page has content that the sign-out would lose. */
  readonly isContentLost: boolean;
}

/** Returns the data that would stay on the device or be lost at a sign-out; null if there is none. */
export async function readDataLeftOnDevice(userId: string): Promise<DataLeftOnDevice | null> {
  const [unsent, parked, downloads] = await Promise.all([
    countUnsentOfUser(userId),
    countParkedDrafts(userId),
    readDownloads(userId),
  ]);
  const isContentLost = isContentLostOnLeave();
  const isAnything = totalUnsent(unsent) + parked > 0 || downloads || isContentLost;
  return isAnything ? { unsent, parked, downloads, isContentLost } : null;
}
