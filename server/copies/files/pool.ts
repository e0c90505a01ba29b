import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../base/start-error.ts';
import type { Bytes } from '../sealed/blocks.ts';
import type { CopyKey } from '../sealed/key.ts';
import { type Digest, type PartPlace, readPart, writePart } from '../sealed/part.ts';
import { altered, sealedLength } from '../sealed/seal.ts';
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
  file: path.join(poolOf(dir, key), storagePath),
  name: `files/${storagePath}`,
});

async function lengthOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Whether the file lies there at its full length; only a verification reads it. */
const isThere = async ({ file }: PartPlace, bytes: number): Promise<boolean> =>
  (await lengthOf(file)) === sealedLength(bytes);

/** Each waits for the disk. */
const AT_ONCE = 4;

/** Runs the work over all items, some at a time; the first failure ends it. */
export async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  const hand = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index] as Item);
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, hand));
  } finally {
    next = items.length;
  }
}

/** Where the files go to and come from, and what an earlier copy of the same key holds. */
export interface PoolWork {
  readonly dir: string;
  readonly key: CopyKey;
  readonly source: FileSource;
  readonly known: ReadonlyMap<string, Digest>;
  readonly onFile: (done: number, total: number) => void;
}

/** Brings what is not there yet. @returns all files, by path; each durable */
export async function fillPool({ dir, key, source, known, onFile }: PoolWork): Promise<CopiedFile[]> {
  const found: CopiedFile[] = [];
  const paths = await source.list();
  let done = 0;
  await inParallel(paths, async (storagePath) => {
    const place = pooledFile(dir, key, storagePath);
    const before = known.get(storagePath);
    const digest =
      before && (await isThere(place, before.bytes))
        ? before
        : await keep(key, place, await source.read(storagePath));
    if (digest) found.push({ storagePath, ...digest });
    onFile((done += 1), paths.length);
  });
  return found.sort((one, other) => (one.storagePath < other.storagePath ? -1 : 1));
}

const keep = (key: CopyKey, place: PartPlace, bytes: Bytes | null): Promise<Digest> | null =>
  bytes && writePart(key, place, bytes);

/** Takes away what no copy names any more. */
export async function cleanPool(dir: string, key: CopyKey, named: ReadonlySet<string>): Promise<void> {
  const pool = poolOf(dir, key);
  if ((await lengthOf(pool)) === null) return;
  for (const file of await readdir(pool, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const whole = path.join(file.parentPath, file.name);
    if (!named.has(path.relative(pool, whole).split(path.sep).join('/'))) await rm(whole, { force: true });
  }
}

/** @throws StartError where it is not what the copy's list says */
export async function* readFile(dir: string, key: CopyKey, file: CopiedFile): AsyncGenerator<Buffer> {
  const place = pooledFile(dir, key, file.storagePath);
  if (!(await isThere(place, file.bytes))) throw altered(place.name);
  yield* readPart(key, place);
}

/** One file a line, without end. */
export async function* listLines(files: readonly CopiedFile[]): AsyncGenerator<Buffer> {
  for (const { storagePath, bytes, sha256 } of files)
    yield Buffer.from(`${sha256} ${bytes} ${storagePath}\n`);
}

const LINE = /^([\da-f]{64}) (\d{1,15}) ([\da-f]{2}\/[\da-f-]{36}\.[a-z]{3,4})$/;

/** @param name of the part that holds the list */
export function parseList(text: string, name: string): CopiedFile[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, sha256, bytes, storagePath] = LINE.exec(line) ?? [];
      if (!sha256 || !storagePath) throw altered(name);
      return { sha256, bytes: Number(bytes), storagePath };
    });
}
