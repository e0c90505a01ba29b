import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/**
 * Returns size and free space of the folder's disk, as available to a process that does not run as root; null when they cannot
 * be determined.
 */
export async function diskSpaceOf(folder: string): Promise<DiskSpace | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null; // The disk is unavailable. The error is ignored here, because other code that uses the folder reports it.
  }
}
