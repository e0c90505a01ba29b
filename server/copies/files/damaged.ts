import fs from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { errorCode } from '../../base/start-error.ts';
import { isStoragePath } from '../../files/store.ts';
import type { CopyKey } from '../sealed/key.ts';
import { writeWhole } from '../sealed/part.ts';
import { readPlainText } from '../sealed/plain-file.ts';

/**
 * Which of the shared files a verification found damaged or missing, beside the copies: the next copy reads these again, and
 * seals anew what is not whole. To read all of them each night would take as long as a verification. It holds paths alone, and
 * decides nothing by itself: what is whole stays, whoever wrote the note.
 */
const noteOf = (dir: string, key: CopyKey): string => path.join(dir, `damaged-${key.id}.json`);
const Note = z.array(z.string());
/** A million names. */
const NOTE_MAX = 64_000_000;

/** Empty where there is no note, or none that can be read: the next verification writes it anew. */
export function readDamaged(dir: string, key: CopyKey): ReadonlySet<string> {
  try {
    return new Set(Note.parse(JSON.parse(readPlainText(noteOf(dir, key), NOTE_MAX))).filter(isStoragePath));
  } catch {
    return new Set();
  }
}

/** Notes what was found of the files that were looked at; what was noted of others stays. */
export async function noteDamaged(
  dir: string,
  key: CopyKey,
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

/** Nothing is deleted: whoever looks for what damaged it finds it beside the new one. */
export async function setAside(file: string): Promise<void> {
  try {
    await rename(file, `${file}${ASIDE}`);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/** The path of a shared file, also of one that was set aside. */
export const nameOfPooled = (name: string): string =>
  name.endsWith(ASIDE) ? name.slice(0, -ASIDE.length) : name;
