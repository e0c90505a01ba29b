import fs from 'node:fs';

/** Whether the folder's disk has as much for a program that is not root. */
export function hasRoom(folder: string, bytes: number): boolean {
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize >= bytes;
}
