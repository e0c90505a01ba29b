import fs from 'node:fs';

/** Returns whether the folder's disk has that many bytes free for a process without root. */
export function hasFreeSpace(folder: string, bytes: number): boolean {
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize >= bytes;
}
