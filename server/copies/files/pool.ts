import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { allOf } from '../../base/all-of.ts';
import { StartError, errorCode } from '../../base/start-error.ts';
import { isStoragePath } from '../../files/store.ts';
import type { CopyKey } from '../sealed/key.ts';
import { type Digest, Digester, type PartPlace, readPart, writePart } from '../sealed/part.ts';
import { refuseLinks } from '../sealed/plain-file.ts';
import { altered, sealedLength } from '../sealed/seal.ts';
import { nameOfPooled, setAside } from './damaged.ts';
import type { FileSource } from './source.ts';

/** A file of a copy. */
export interface CopiedFile extends Digest {
  readonly storagePath: string;
}

/**
 * A file is never changed once it is there, so all copies of a folder share one sealed copy of it. Those under another key
 * lie apart.
 */
const poolOf = (dir: string, key: CopyKey): string => path.join(dir, `files-${key.id}`);

const pooledFile = (dir: string, key: CopyKey, storagePath: string): PartPlace => ({
  root: dir,
  file: path.join(poolOf(dir, key), storagePath),
  name: `files/${storagePath}`,
});

async function lengthOf(file: string): Promise<number | null> {
  try {
    return (await lstat(file)).size;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Whether the file lies there at its full length; only a verification reads it. */
async function isThere(place: PartPlace, bytes: number): Promise<boolean> {
  await refuseLinks(place);
  return (await lengthOf(place.file)) === sealedLength(bytes);
}

/** Each waits for the disk. */
const AT_ONCE = 4;

/**
 * Runs the work over all items, some at a time; after a failure none is begun. It fails when nothing is under way any more: who
 * clears up then meets no hand that still writes.
 */
export async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  const hand = async () => {
    try {
      for (let index = next++; index < items.length; index = next++) await work(items[index] as Item);
    } catch (error) {
      next = items.length;
      throw error;
    }
  };
  await allOf(Array.from({ length: AT_ONCE }, hand));
}

/** Where the files go to and come from, and what an earlier copy of the same key holds. */
export interface PoolWork {
  readonly dir: string;
  readonly key: CopyKey;
  readonly source: FileSource;
  readonly known: ReadonlyMap<string, Digest>;
  /** What a verification found damaged: it is read, and sealed anew where it is not whole. */
  readonly suspects: ReadonlySet<string>;
  readonly onFile: (done: number, total: number) => void;
}

/** All files of a copy, by path, and the suspects among them that were sealed anew. */
export interface Filled {
  readonly files: CopiedFile[];
  readonly mended: string[];
}

/** Brings what is not there yet. @returns what is there then, each durable */
export async function fillPool(work: PoolWork): Promise<Filled> {
  const files: CopiedFile[] = [];
  const mended: string[] = [];
  const paths = await work.source.list();
  let done = 0;
  await inParallel(paths, async (storagePath) => {
    const before = await keptBefore(work, storagePath);
    const digest = before ?? (await keepAnew(work, storagePath));
    if (digest) files.push({ storagePath, ...digest });
    if (digest && !before && work.suspects.has(storagePath)) mended.push(storagePath);
    work.onFile((done += 1), paths.length);
  });
  return {
    files: files.sort((one, other) => (one.storagePath < other.storagePath ? -1 : 1)),
    mended: mended.sort(),
  };
}

/** What lies there of an earlier copy, at its full length; only a suspect is read. Null where there is none. */
async function keptBefore(
  { dir, key, known, suspects }: PoolWork,
  storagePath: string,
): Promise<Digest | null> {
  const before = known.get(storagePath);
  if (!before || !(await isThere(pooledFile(dir, key, storagePath), before.bytes))) return null;
  return !suspects.has(storagePath) || (await isWhole(dir, key, { storagePath, ...before })) ? before : null;
}

async function keepAnew(
  { dir, key, source, suspects }: PoolWork,
  storagePath: string,
): Promise<Digest | null> {
  const bytes = await source.read(storagePath);
  if (bytes === null) return null;
  const place = pooledFile(dir, key, storagePath);
  await refuseLinks(place);
  if (suspects.has(storagePath)) await setAside(place.file);
  return writePart(key, place, bytes);
}

/** Takes away what no copy names any more. @throws StartError where the pool lies elsewhere */
export async function cleanPool(dir: string, key: CopyKey, named: ReadonlySet<string>): Promise<void> {
  const pool = poolOf(dir, key);
  await refuseLinks({ root: dir, file: pool });
  if ((await lengthOf(pool)) === null) return;
  for (const file of await readdir(pool, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const whole = path.join(file.parentPath, file.name);
    const name = path.relative(pool, whole).split(path.sep).join('/');
    if (!named.has(nameOfPooled(name))) await rm(whole, { force: true });
  }
}

/** @throws StartError, at its end at the latest, where it is not what the copy's list says */
export async function* readFile(dir: string, key: CopyKey, file: CopiedFile): AsyncGenerator<Buffer> {
  const place = pooledFile(dir, key, file.storagePath);
  const digester = new Digester();
  try {
    if (!(await isThere(place, file.bytes))) throw altered(place.name);
    yield* digester.pass(readPart(key, place));
  } catch (error) {
    // A sector that cannot be read is a damaged file; a disk that went is missed by the copy's other parts.
    throw errorCode(error) === 'EIO' ? altered(place.name, error) : error;
  }
  if (digester.digest().sha256 !== file.sha256) throw altered(place.name);
}

/** Reads it to its end. */
export async function isWhole(dir: string, key: CopyKey, file: CopiedFile): Promise<boolean> {
  try {
    for await (const chunk of readFile(dir, key, file)) void chunk;
    return true;
  } catch (error) {
    if (error instanceof StartError) return false;
    throw error;
  }
}

/** One file a line, without end. */
export async function* listLines(files: readonly CopiedFile[]): AsyncGenerator<Buffer> {
  for (const { storagePath, bytes, sha256 } of files)
    yield Buffer.from(`${sha256} ${bytes} ${storagePath}\n`);
}

const LINE = /^([\da-f]{64}) (\d{1,15}) (\S+)$/;

/** @param name of the part that holds the list */
export function parseList(text: string, name: string): CopiedFile[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, sha256, bytes, storagePath] = LINE.exec(line) ?? [];
      if (!sha256 || !storagePath || !isStoragePath(storagePath)) throw altered(name);
      return { sha256, bytes: Number(bytes), storagePath };
    });
}
