import fs from 'node:fs';

/** Returns true if the disk of the folder has at least `bytes` bytes free for a process that does not run as root. */
export function hasFreeSpace(folder: string, bytes: number): boolean {
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize >= bytes;
}
