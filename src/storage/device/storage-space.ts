import type { UnsentCounts } from '#domain/outbox/unsent.ts';
import type { StorageSpace } from '#domain/storage-space.ts';
import { db } from '../database/database.ts';
import { countBackedUpEntries } from '../backup/backup.ts';
import { countRetainedFiles } from '../retention/retained-rows.ts';
import { countUnsentOfUser, countUnsentOfOthers } from './unsent.ts';

/** Partial, because `navigator.storage` or some of its methods are missing in older WebKit and in WebKit on Debian. */
const getStorageManager = (): Partial<StorageManager> | undefined => navigator.storage;

export async function readStorageSpace(): Promise<StorageSpace | null> {
  const { usage, quota } = (await getStorageManager()?.estimate?.()) ?? {};
  return usage === undefined || quota === undefined || quota === 0 ? null : { used: usage, quota };
}

/**
 * Returns true if the browser promises not to delete the data automatically; null if the browser does not report whether it
 * does.
 */
export async function isStoragePersistent(): Promise<boolean | null> {
  return (await getStorageManager()?.persisted?.()) ?? null;
}

export interface UnsentDataSummary {
  readonly own: UnsentCounts;
  readonly others: UnsentCounts;
  /** Size of the unsent images and files, bytes; estimated from the first 50 files. */
  readonly bytes: number;
  /** Number of entries with an outbox backup; null if the browser cannot store backups. */
  readonly copies: number | null;
}

const FILE_SAMPLE_COUNT = 50;

/**
 * Returns the mean size of the first 50 files, bytes. Uses a cursor, because a file may have 15 MB and only one should be in
 * memory.
 */
async function estimateMeanFileBytes(): Promise<number> {
  let size = 0;
  let count = 0;
  await db.bytes.limit(FILE_SAMPLE_COUNT).each(({ sealed }) => {
    size += sealed.byteLength;
    count += 1;
  });
  return count === 0 ? 0 : size / count;
}

export async function readUnsentDataSummary(ownerId: string): Promise<UnsentDataSummary> {
  const [own, others, files, kept, mean, copies] = await Promise.all([
    countUnsentOfUser(ownerId),
    countUnsentOfOthers(ownerId),
    db.bytes.count(),
    countRetainedFiles(),
    estimateMeanFileBytes(),
    countBackedUpEntries().catch(() => null),
  ]);
  return { own, others, bytes: Math.round(mean * (files - kept)), copies };
}
