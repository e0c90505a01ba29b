import { totalUnsent, type UnsentCounts } from '#domain/outbox/unsent.ts';
import { readDownloads, type Downloads } from '#storage/cache/downloads.ts';
import { countUnsentOfUser } from '#storage/device/unsent.ts';
import { countParkedDrafts } from '#storage/drafts/parked-list.ts';

export interface DataLeftOnDevice {
  readonly unsent: UnsentCounts;
  readonly parked: number;
  readonly downloads: Downloads | null;
}

/** Returns the data that would stay on the device after a sign-out; null if there is none. */
export async function readDataLeftOnDevice(userId: string): Promise<DataLeftOnDevice | null> {
  const [unsent, parked, downloads] = await Promise.all([
    countUnsentOfUser(userId),
    countParkedDrafts(userId),
    readDownloads(userId),
  ]);
  return totalUnsent(unsent) + parked > 0 || downloads ? { unsent, parked, downloads } : null;
}
