import type { Unsent } from '#domain/outbox/unsent.ts';
import type { StorageSpace } from '#domain/storage-space.ts';
import { db } from '../database/database.ts';
import { countBackups } from '../backup/backup.ts';
import { countKeptFiles } from '../custody/kept.ts';
import { unsentOf, unsentOfOthers } from './unsent.ts';

/** Older WebKit, and its port on Debian, have no `navigator.storage`; some browsers have only a part of it. */
const manager = (): Partial<StorageManager> | undefined => navigator.storage;

/** Null where the browser does not say. */
export async function readStorageSpace(): Promise<StorageSpace | null> {
  const { usage, quota } = (await manager()?.estimate?.()) ?? {};
  return usage === undefined || quota === undefined || quota === 0 ? null : { used: usage, quota };
}

/** Whether the browser promised not to throw the data away by itself; null where it does not say. */
export async function isProtected(): Promise<boolean | null> {
  return (await manager()?.persisted?.()) ?? null;
}

export interface Waiting {
  readonly own: Unsent;
  readonly others: Unsent;
  /** Of pictures and files, as they lie here; estimated from the first of them where there are many. */
  readonly bytes: number;
  /** How many have a second copy; null where the browser has no place for one. */
  readonly copies: number | null;
}

const SAMPLE = 50;

/** On average; a file may have 15 MB, so the cursor holds one of them at a time. */
async function meanSize(): Promise<number> {
  let size = 0;
  let count = 0;
  await db.bytes.limit(SAMPLE).each(({ sealed }) => {
    size += sealed.byteLength;
    count += 1;
  });
  return count === 0 ? 0 : size / count;
}

/** What waits on this device to be sent, whoever's it is. */
export async function readWaiting(ownerId: string): Promise<Waiting> {
  const [own, others, files, kept, mean, copies] = await Promise.all([
    unsentOf(ownerId),
    unsentOfOthers(ownerId),
    db.bytes.count(),
    countKeptFiles(),
    meanSize(),
    countBackups().catch(() => null), // Who cannot be asked has no copy that anybody knows of.
  ]);
  return { own, others, bytes: Math.round(mean * (files - kept)), copies };
}
