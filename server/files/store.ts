import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A file that lies in a store. */
export interface LyingFile {
  readonly storagePath: string;
  readonly changedAt: Date;
}

/** Pictures and documents, on a disk or in a bucket, by an opaque path that only the database hands out. */
export interface FileStore {
  /**
   * Durable when it resolves: only then may its row be committed. After a crash the path holds the whole file or nothing.
   * @throws FilesUnavailable
   */
  write(storagePath: string, bytes: Buffer): Promise<void>;
  /**
   * The whole file. @param sha256 what its row says of it, hexadecimal, where it says anything
   * @throws FileMissing, FileAltered, FilesUnavailable
   */
  read(storagePath: string, sha256?: string): Promise<Buffer>;
  /** Everything but what lies in quarantine, half-written files too, some hundred at a time. */
  list(): AsyncIterable<readonly LyingFile[]>;
  /** Takes the file out of `read` and `list`; one that is gone already is no error. */
  quarantine(storagePath: string): Promise<void>;
  /** What lies in quarantine, under the paths that it had, since when. */
  listQuarantine(): AsyncIterable<readonly LyingFile[]>;
  /** Puts the file back from quarantine to its path; one that is gone already is no error. */
  takeBack(storagePath: string): Promise<void>;
  /** Removes the file in quarantine for good; one that is gone already is no error. */
  removeQuarantined(storagePath: string): Promise<void>;
}

/** The store is away, full or refuses us: the caller may try again later. `cause` says why. */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable';
  readonly code = 'FILES_UNAVAILABLE';
}

/** A row names a file that is not there. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing';
  readonly code = 'FILE_MISSING';
}

/** A file is not what its row, or the store's own note, says of it. */
export class FileAltered extends Error {
  override readonly name = 'FileAltered';
  readonly code = 'FILE_ALTERED';
}

/** Hexadecimal; of a text, of its UTF-8. */
export const sha256Of = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex');

/** About two milliseconds of work. */
const PIECE_BYTES = 4_000_000;

/** As sha256Of, for a whole file: other calls are answered between its pieces. */
export async function sha256OfFile(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    if (start > 0) await nextTurn();
    hash.update(bytes.subarray(start, start + PIECE_BYTES));
  }
  return hash.digest('hex');
}

const STORAGE_PATH = /^[\da-f]{2}\/[\da-f-]{36}\.[a-z]{3,4}$/;
/** Whether newStoragePath may have made it. */
export const isStoragePath = (name: string): boolean => STORAGE_PATH.test(name);

/** Where a file of that name lies while it is in no quarantine. */
export const pathOf = (name: string): string => `${name.slice(0, 2)}/${name}`;

/** A path for a new file. It names neither the evaluation nor the person; two letters spread the files over folders. */
export function newStoragePath(extension: string): string {
  return pathOf(`${randomUUID()}.${extension}`);
}
