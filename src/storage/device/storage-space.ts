import type { UnsentCounts } from '#domain/outbox/unsent.ts';
import type { StorageSpace } from '#domain/storage-space.ts';
import { db } from '../database/database.ts';
import { countBackups } from '../backup/backup.ts';
import { countRetainedFiles } from '../retention/retained-rows.ts';
import { countUnsentOf, countUnsentOfOthers } from './unsent.ts';

/** Some browsers have no `navigator.storage` (older WebKit, WebKit on Debian) or only a part of it. */
const manager = (): Partial<StorageManager> | undefined => navigator.storage;

/** Returns null if the browser does not report its space. */
export async function readStorageSpace(): Promise<StorageSpace | null> {
  const { usage, quota } = (await manager()?.estimate?.()) ?? {};
  return usage === undefined || quota === undefined || quota === 0 ? null : { used: usage, quota };
}

/** Returns true if the browser guarantees not to delete the data automatically; null if it does not say. */
export async function isStoragePersistent(): Promise<boolean | null> {
  return (await manager()?.persisted?.()) ?? null;
}

export interface UnsentOnDevice {
  readonly own: UnsentCounts;
  readonly others: UnsentCounts;
  /** Stored size of images and files, bytes; estimated from the first ones if there are many. */
  readonly bytes: number;
  /** Number of entries with an outbox backup; null if the browser cannot store backups. */
  readonly copies: number | null;
}

const SAMPLE = 50;

/** Returns the mean size of the stored files, bytes. A file may have 15 MB, so the cursor keeps only one of them in memory. */
async function meanSize(): Promise<number> {
  let size = 0;
  let count = 0;
  await db.bytes.limit(SAMPLE).each(({ sealed }) => {
    size += sealed.byteLength;
    count += 1;
  });
  return count === 0 ? 0 : size / count;
}

/** Counts the unsent entries of this user and of all others, and returns their size. */
export async function readUnsentOnDevice(ownerId: string): Promise<UnsentOnDevice> {
  const [own, others, files, kept, mean, copies] = await Promise.all([
    countUnsentOf(ownerId),
    countUnsentOfOthers(ownerId),
    db.bytes.count(),
    countRetainedFiles(),
    meanSize(),
    countBackups().catch(() => null), // Backups that cannot be counted are reported as unknown.
  ]);
  return { own, others, bytes: Math.round(mean * (files - kept)), copies };
}
