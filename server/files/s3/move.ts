import { allOf } from '../../base/all-of.ts';
import { FileMissing, type FileStore, FilesUnavailable, isStoragePath, sha256OfFile } from '../store.ts';
import type { S3Files } from './s3-files.ts';

const AT_ONCE = 4;

/** Counts of files, and the bytes of those that were copied. */
export interface Progress {
  readonly total: number;
  readonly done: number;
  /** Of `done`: were in the bucket before. */
  readonly there: number;
  readonly bytes: number;
}

/** Null where it was swept from the disk meanwhile. */
async function readUnlessGone(disk: FileStore, storagePath: string): Promise<Buffer | null> {
  try {
    return await disk.read(storagePath);
  } catch (error) {
    if (error instanceof FileMissing) return null;
    // It is the bucket that is said to be away.
    if (error instanceof FilesUnavailable) throw error.cause;
    throw error;
  }
}

/** @returns the bytes that were copied; 0 where there was nothing to do */
async function moveOne(disk: FileStore, bucket: S3Files, storagePath: string): Promise<number> {
  const bytes = await readUnlessGone(disk, storagePath);
  if (!bytes || (await bucket.holds(storagePath, bytes))) return 0;
  await bucket.write(storagePath, bytes);
  await bucket.read(storagePath, await sha256OfFile(bytes));
  return bytes.length;
}

async function namesOn(disk: FileStore): Promise<string[]> {
  const names: string[] = [];
  for await (const page of disk.list()) names.push(...page.map(({ storagePath }) => storagePath));
  return names.filter(isStoragePath);
}

/**
 * Copies what lies on the disk into the bucket and reads each back; the disk keeps all. What an earlier run brought is passed
 * over, so that one that was broken off goes on where it stood.
 * @param tell called after every few files, and once at the end
 * @throws FilesUnavailable, FileAltered, S3Fault
 */
export async function moveFiles(
  disk: FileStore,
  bucket: S3Files,
  tell: (progress: Progress) => void,
): Promise<Progress> {
  const names = await namesOn(disk);
  let progress: Progress = { total: names.length, done: 0, there: 0, bytes: 0 };
  for (let start = 0; start < names.length; start += AT_ONCE) {
    const batch = names.slice(start, start + AT_ONCE);
    const copied = await allOf(batch.map((name) => moveOne(disk, bucket, name)));
    progress = {
      total: names.length,
      done: progress.done + batch.length,
      there: progress.there + copied.filter((bytes) => bytes === 0).length,
      bytes: progress.bytes + copied.reduce((sum, bytes) => sum + bytes, 0),
    };
    tell(progress);
  }
  return progress;
}
