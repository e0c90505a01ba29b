import fs from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { errorCode } from '../../base/start-error.ts';
import { isStoragePath } from '../../files/store.ts';
import type { BackupKey } from '../encryption/key.ts';
import { writeFileAtomically } from '../encryption/part.ts';
import { readSmallTextFile } from '../encryption/plain-file.ts';

/**
 * Path of the list of files that a verification found damaged or missing in the backups. The next backup checks only the listed
 * files and stores the damaged ones again, because checking all files each night would take too long. The list contains only
 * paths.
 */
const damagedListPath = (dir: string, key: BackupKey): string => path.join(dir, `damaged-${key.id}.json`);
const DamagedPathList = z.array(z.string());
/** Maximum size of the list in bytes, enough for about a million paths. */
const MAX_DAMAGED_LIST_BYTES = 64_000_000;

/**
 * Returns the listed paths; empty when the list is missing or unreadable. An unreadable list is no error, because the next
 * verification writes it again.
 */
export function readDamagedPaths(dir: string, key: BackupKey): ReadonlySet<string> {
  try {
    return new Set(
      DamagedPathList.parse(
        JSON.parse(readSmallTextFile(damagedListPath(dir, key), MAX_DAMAGED_LIST_BYTES)),
      ).filter(isStoragePath),
    );
  } catch {
    return new Set();
  }
}

export async function updateDamagedPaths(
  dir: string,
  key: BackupKey,
  looked: Iterable<string>,
  damaged: readonly string[],
): Promise<void> {
  const noted = new Set(readDamagedPaths(dir, key));
  for (const storagePath of looked) noted.delete(storagePath);
  for (const storagePath of damaged) noted.add(storagePath);
  const text = JSON.stringify([...noted].sort());
  if (noted.size > 0)
    await writeFileAtomically(
      { root: dir, file: damagedListPath(dir, key) },
      Readable.from([Buffer.from(text)]),
    );
  else fs.rmSync(damagedListPath(dir, key), { force: true });
}

const DAMAGED_SUFFIX = '.damaged';

/** Renames a damaged file instead of deleting it, so that an operator can investigate the cause. */
export async function renameDamagedFile(file: string): Promise<void> {
  try {
    await rename(file, `${file}${DAMAGED_SUFFIX}`);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/** Returns the storage path of a file in the backup, also for a damaged file that was renamed. */
export const storagePathOfPoolFile = (name: string): string =>
  name.endsWith(DAMAGED_SUFFIX) ? name.slice(0, -DAMAGED_SUFFIX.length) : name;
