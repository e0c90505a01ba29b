import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { awaitAll } from '../../base/all-of.ts';
import { StartError, errorCode } from '../../base/start-error.ts';
import { isStoragePath } from '../../files/store.ts';
import type { BackupKey } from '../encryption/key.ts';
import { type Digest, Digester, type PartLocation, readPart, writePart } from '../encryption/part.ts';
import { rejectSymbolicLinks } from '../encryption/plain-file.ts';
import { alteredPartError, encryptedPartByteLength } from '../encryption/encrypt.ts';
import { storagePathOfPoolFile, renameDamagedFile } from './damaged.ts';
import type { FileSource } from './source.ts';

export interface PoolFile extends Digest {
  readonly storagePath: string;
}

/**
 * Returns the folder with the encrypted files of this key. All backups in `dir` share one encrypted copy of each file, because
 * a stored file never changes.
 */
const poolFolderOf = (dir: string, key: BackupKey): string => path.join(dir, `files-${key.id}`);

const poolFileLocation = (dir: string, key: BackupKey, storagePath: string): PartLocation => ({
  root: dir,
  file: path.join(poolFolderOf(dir, key), storagePath),
  name: `files/${storagePath}`,
});

async function fileLengthOf(file: string): Promise<number | null> {
  try {
    return (await lstat(file)).size;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Returns true when the file exists with its full length. The content is read only by a verification. */
async function hasFullLength(place: PartLocation, bytes: number): Promise<boolean> {
  await rejectSymbolicLinks(place);
  return (await fileLengthOf(place.file)) === encryptedPartByteLength(bytes);
}

/** Number of files processed concurrently. It is above 1, because each file mostly waits for the disk. */
const MAX_PARALLEL_FILES = 4;

/**
 * Runs the work over all items, some of them concurrently. After a failure no further item starts. The call rejects only when
 * all running items have finished, so that the caller can safely delete the files.
 */
export async function runInParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  const runWorker = async () => {
    try {
      for (let index = next++; index < items.length; index = next++) await work(items[index] as Item);
    } catch (error) {
      next = items.length;
      throw error;
    }
  };
  await awaitAll(Array.from({ length: MAX_PARALLEL_FILES }, runWorker));
}

/**
 * Source and target of the files. `known` contains the digests of the files that earlier backups with the same key have stored.
 */
export interface PoolFillOptions {
  readonly dir: string;
  readonly key: BackupKey;
  readonly source: FileSource;
  readonly known: ReadonlyMap<string, Digest>;
  /**
   * Paths of the files that a verification found damaged. Each of these files is read and, if it is damaged, encrypted again.
   */
  readonly suspects: ReadonlySet<string>;
  readonly onFile: (done: number, total: number) => void;
}

/** All files of a backup, by path. `mended` lists the damaged files that were encrypted again. */
export interface PoolFillResult {
  readonly files: PoolFile[];
  readonly mended: string[];
}

/**
 * Copies missing files into the pool.
 * @returns all files of the backup, each durably stored in the pool
 */
export async function copyFilesToPool(work: PoolFillOptions): Promise<PoolFillResult> {
  const files: PoolFile[] = [];
  const mended: string[] = [];
  const paths = await work.source.list();
  let done = 0;
  await runInParallel(paths, async (storagePath) => {
    const before = await findStoredDigest(work, storagePath);
    const digest = before ?? (await storePoolFile(work, storagePath));
    if (digest) files.push({ storagePath, ...digest });
    if (digest && !before && work.suspects.has(storagePath)) mended.push(storagePath);
    work.onFile((done += 1), paths.length);
  });
  return {
    files: files.sort((one, other) => (one.storagePath < other.storagePath ? -1 : 1)),
    mended: mended.sort(),
  };
}

/**
 * Returns the digest of a file that an earlier backup stored with its full length; null without such a file. A file in
 * `suspects` is also read, and gives null when it is damaged.
 */
async function findStoredDigest(
  { dir, key, known, suspects }: PoolFillOptions,
  storagePath: string,
): Promise<Digest | null> {
  const before = known.get(storagePath);
  if (!before || !(await hasFullLength(poolFileLocation(dir, key, storagePath), before.bytes))) return null;
  return !suspects.has(storagePath) || (await isPoolFileIntact(dir, key, { storagePath, ...before }))
    ? before
    : null;
}

async function storePoolFile(
  { dir, key, source, suspects }: PoolFillOptions,
  storagePath: string,
): Promise<Digest | null> {
  const bytes = await source.read(storagePath);
  if (bytes === null) return null;
  const place = poolFileLocation(dir, key, storagePath);
  await rejectSymbolicLinks(place);
  if (suspects.has(storagePath)) await renameDamagedFile(place.file);
  return writePart(key, place, bytes);
}

/**
 * Deletes the files that no backup references.
 * @throws StartError when the pool is reached through a symbolic link
 */
export async function deleteUnusedPoolFiles(
  dir: string,
  key: BackupKey,
  named: ReadonlySet<string>,
): Promise<void> {
  const pool = poolFolderOf(dir, key);
  await rejectSymbolicLinks({ root: dir, file: pool });
  if ((await fileLengthOf(pool)) === null) return;
  for (const file of await readdir(pool, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const whole = path.join(file.parentPath, file.name);
    const name = path.relative(pool, whole).split(path.sep).join('/');
    if (!named.has(storagePathOfPoolFile(name))) await rm(whole, { force: true });
  }
}

/**
 * Yields the decrypted bytes of a file.
 * @throws StartError when the content differs from the file list; it may be thrown only after the last byte
 */
export async function* readPoolFile(dir: string, key: BackupKey, file: PoolFile): AsyncGenerator<Buffer> {
  const place = poolFileLocation(dir, key, file.storagePath);
  const digester = new Digester();
  try {
    if (!(await hasFullLength(place, file.bytes))) throw alteredPartError(place.name);
    yield* digester.pass(readPart(key, place));
  } catch (error) {
    // EIO means an unreadable sector, so the file counts as damaged. If the whole disk fails, the other parts of the backup
    // report the failure.
    throw errorCode(error) === 'EIO' ? alteredPartError(place.name, error) : error;
  }
  if (digester.digest().sha256 !== file.sha256) throw alteredPartError(place.name);
}

/** Reads the file to its end and returns true when its content matches the file list. */
export async function isPoolFileIntact(dir: string, key: BackupKey, file: PoolFile): Promise<boolean> {
  try {
    for await (const chunk of readPoolFile(dir, key, file)) void chunk;
    return true;
  } catch (error) {
    if (error instanceof StartError) return false;
    throw error;
  }
}

/** Formats the file list, one line per file. The list has no maximum length. */
export async function* formatFileList(files: readonly PoolFile[]): AsyncGenerator<Buffer> {
  for (const { storagePath, bytes, sha256 } of files)
    yield Buffer.from(`${sha256} ${bytes} ${storagePath}\n`);
}

const FILE_LIST_LINE_PATTERN = /^([\da-f]{64}) (\d{1,15}) (\S+)$/;

export function parseFileList(text: string, name: string): PoolFile[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, sha256, bytes, storagePath] = FILE_LIST_LINE_PATTERN.exec(line) ?? [];
      if (!sha256 || !storagePath || !isStoragePath(storagePath)) throw alteredPartError(name);
      return { sha256, bytes: Number(bytes), storagePath };
    });
}
