import fs from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { errorCode } from '../../base/start-error.ts';
import { isStoragePath } from '../../files/store.ts';
import type { BackupKey } from '../sealed/key.ts';
import { writeWhole } from '../sealed/part.ts';
import { readPlainText } from '../sealed/plain-file.ts';

/**
 * Path of the note that lists the shared files which a verification found damaged or missing. The next backup reads these files
 * again and re-encrypts the damaged ones; reading all files each night would take as long as a verification. The note holds
 * only paths, and an intact file stays even when the note lists it.
 */
const noteOf = (dir: string, key: BackupKey): string => path.join(dir, `damaged-${key.id}.json`);
const Note = z.array(z.string());
/** Enough for about a million paths. */
const NOTE_MAX = 64_000_000;

/** Returns the noted paths. Empty when there is no readable note; the next verification writes it again. */
export function readDamaged(dir: string, key: BackupKey): ReadonlySet<string> {
  try {
    return new Set(Note.parse(JSON.parse(readPlainText(noteOf(dir, key), NOTE_MAX))).filter(isStoragePath));
  } catch {
    return new Set();
  }
}

/** Replaces the notes about the checked files and keeps those about other files. */
export async function noteDamaged(
  dir: string,
  key: BackupKey,
  looked: Iterable<string>,
  damaged: readonly string[],
): Promise<void> {
  const noted = new Set(readDamaged(dir, key));
  for (const storagePath of looked) noted.delete(storagePath);
  for (const storagePath of damaged) noted.add(storagePath);
  const text = JSON.stringify([...noted].sort());
  if (noted.size > 0)
    await writeWhole({ root: dir, file: noteOf(dir, key) }, Readable.from([Buffer.from(text)]));
  else fs.rmSync(noteOf(dir, key), { force: true });
}

const ASIDE = '.damaged';

/** Renames a damaged file instead of deleting it, so that the cause can be investigated next to its replacement. */
export async function setAside(file: string): Promise<void> {
  try {
    await rename(file, `${file}${ASIDE}`);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/** Returns the storage path of a shared file, also of one that was set aside. */
export const nameOfPooled = (name: string): string =>
  name.endsWith(ASIDE) ? name.slice(0, -ASIDE.length) : name;
