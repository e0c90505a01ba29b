import { awaitAll } from '../../base/all-of.ts';
import { FileMissing, type FileStore, FilesUnavailable, isStoragePath, sha256InPieces } from '../store.ts';
import type { S3Files } from './s3-files.ts';

const PARALLEL_UPLOADS = 4;

/** Progress of copying: number of files, and total size in bytes of the files copied so far. */
export interface MoveProgress {
  readonly total: number;
  readonly done: number;
  /** Number of files that the bucket already contained; they are included in `done`. */
  readonly there: number;
  readonly bytes: number;
}

/** Reads a file; returns null if the sweep has removed the file in the meantime. */
async function readUnlessMissing(disk: FileStore, storagePath: string): Promise<Buffer | null> {
  try {
    return await disk.read(storagePath);
  } catch (error) {
    if (error instanceof FileMissing) return null;
    // The error is unwrapped, because a FilesUnavailable would be reported as an unreachable bucket, but here the disk has
    // failed.
    if (error instanceof FilesUnavailable) throw error.cause;
    throw error;
  }
}

/**
 * Copies one file into the bucket unless the bucket already contains it.
 * @returns the number of bytes copied; 0 if no copy was necessary
 */
async function copyFileToBucket(disk: FileStore, bucket: S3Files, storagePath: string): Promise<number> {
  const bytes = await readUnlessMissing(disk, storagePath);
  if (!bytes || (await bucket.holds(storagePath, bytes))) return 0;
  await bucket.write(storagePath, bytes);
  await bucket.read(storagePath, await sha256InPieces(bytes));
  return bytes.length;
}

async function listStoragePaths(disk: FileStore): Promise<string[]> {
  const names: string[] = [];
  for await (const page of disk.list()) names.push(...page.map(({ storagePath }) => storagePath));
  return names.filter(isStoragePath);
}

/**
 * Copies the files from the disk into the bucket and reads each copy back. The files also stay on the disk. An interrupted run
 * can be continued, because files that the bucket already contains are skipped.
 * @param tell receives the progress after every few files, and once at the end
 * @throws FilesUnavailable, FileAltered, S3Fault
 */
export async function copyFilesToBucket(
  disk: FileStore,
  bucket: S3Files,
  tell: (progress: MoveProgress) => void,
): Promise<MoveProgress> {
  const names = await listStoragePaths(disk);
  let progress: MoveProgress = { total: names.length, done: 0, there: 0, bytes: 0 };
  for (let start = 0; start < names.length; start += PARALLEL_UPLOADS) {
    const batch = names.slice(start, start + PARALLEL_UPLOADS);
    const copied = await awaitAll(batch.map((name) => copyFileToBucket(disk, bucket, name)));
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
