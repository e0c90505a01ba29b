import { mkdir, open, readFile, readdir, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../base/start-error.ts';
import { syncFolder } from '../base/sync-folder.ts';
import {
  FileAltered,
  FileMissing,
  type FileStore,
  FilesUnavailable,
  type ListedFile,
  storagePathOfName,
  sha256InPieces,
} from './store.ts';

/**
 * Folder next to the files. The sweep moves unreferenced files there instead of deleting them, so that a start with a wrong or
 * older database loses no file.
 */
export const QUARANTINE_FOLDER = '.orphans';
const LISTED_FILES_PER_BATCH = 500;

async function writeSyncedFile(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns the result of `work`; null if the file does not exist, because another process may have removed it. */
async function catchMissingFile<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

async function listFilesBelow(root: string, folder = root): Promise<string[]> {
  const entries = await catchMissingFile(readdir(folder, { recursive: true, withFileTypes: true }));
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

async function statListedFile(root: string, storagePath: string): Promise<ListedFile | null> {
  const found = await catchMissingFile(stat(path.join(root, storagePath)));
  return found && { storagePath, changedAt: found.ctime };
}

async function* listInBatches(root: string, files: readonly string[]): AsyncGenerator<ListedFile[]> {
  for (let start = 0; start < files.length; start += LISTED_FILES_PER_BATCH) {
    const batch = await Promise.all(
      files.slice(start, start + LISTED_FILES_PER_BATCH).map((file) => statListedFile(root, file)),
    );
    yield batch.filter((file) => file !== null);
  }
}

/**
 * Writes a temporary file, syncs it, renames it and syncs the folder. After a crash the path therefore has either the complete
 * file or no file.
 */
async function writeFileDurably(file: string, bytes: Buffer): Promise<void> {
  const folder = path.dirname(file);
  const beside = `${file}.tmp`;
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeSyncedFile(beside, bytes);
    await rename(beside, file);
  } catch (error) {
    // Deletes the partial file to free space on a full disk. An error of this deletion is ignored, so that the error of the
    // write is reported; the sweep deletes the file later.
    await unlink(beside).catch(() => undefined);
    throw error;
  }
  await syncFolder(folder);
  if (made !== undefined) await syncFolder(path.dirname(folder));
}

/**
 * Error codes of a disk that is full, broken or read-only, or of an unreachable network share. These errors are temporary: the
 * client retries the request until an operator has repaired the disk.
 */
const UNAVAILABLE_DISK_CODES = new Set([
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EROFS',
  'ESTALE',
  'ETIMEDOUT',
  'EHOSTDOWN',
  'ENOTCONN',
]);

async function translateDiskErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!UNAVAILABLE_DISK_CODES.has(errorCode(error))) throw error;
    throw new FilesUnavailable('The disk of the files is unavailable', { cause: error });
  }
}

async function restoreQuarantinedFile(quarantined: string, file: string): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await catchMissingFile(rename(quarantined, file));
  await syncFolder(folder);
}

export function createDiskFileStore(root: string): FileStore {
  const locate = (storagePath: string) => path.join(root, storagePath);
  const quarantine = path.join(root, QUARANTINE_FOLDER);
  const quarantinePath = (storagePath: string) => path.join(quarantine, path.basename(storagePath));
  return {
    write: (storagePath, bytes) => translateDiskErrors(writeFileDurably(locate(storagePath), bytes)),
    read: async (storagePath, sha256) => {
      const bytes = await translateDiskErrors(catchMissingFile(readFile(locate(storagePath))));
      if (!bytes) throw new FileMissing('A file that a row references is missing on the disk');
      if (sha256 !== undefined && (await sha256InPieces(bytes)) !== sha256)
        throw new FileAltered('The digest of a file on the disk differs from that in its row');
      return bytes;
    },
    list: async function* () {
      const files = await listFilesBelow(root);
      yield* listInBatches(
        root,
        files.filter((file) => !file.startsWith(`${QUARANTINE_FOLDER}${path.sep}`)),
      );
    },
    quarantine: async (storagePath) => {
      await mkdir(quarantine, { recursive: true, mode: 0o700 });
      await catchMissingFile(rename(locate(storagePath), quarantinePath(storagePath)));
    },
    listQuarantine: async function* () {
      for await (const batch of listInBatches(quarantine, await listFilesBelow(quarantine)))
        yield batch.map(({ storagePath, changedAt }) => ({
          storagePath: storagePathOfName(storagePath),
          changedAt,
        }));
    },
    takeBack: (storagePath) => restoreQuarantinedFile(quarantinePath(storagePath), locate(storagePath)),
    removeQuarantined: async (storagePath) => {
      await catchMissingFile(unlink(quarantinePath(storagePath)));
    },
  };
}
