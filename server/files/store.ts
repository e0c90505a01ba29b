import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** File in a store. */
export interface ListedFile {
  readonly storagePath: string;
  readonly changedAt: Date;
}

/** Store of images and documents, on disk or in a bucket, under opaque paths that only the database knows. */
export interface FileStore {
  /**
   * Writes a file, which is durable when the promise resolves: its row may be committed only then. After a crash the path holds
   * either the complete file or no file.
   * @throws FilesUnavailable
   */
  write(storagePath: string, bytes: Buffer): Promise<void>;
  /**
   * Reads the complete file.
   * @param sha256 hexadecimal digest from the row, if it has one
   * @throws FileMissing, FileAltered, FilesUnavailable
   */
  read(storagePath: string, sha256?: string): Promise<Buffer>;
  /** Lists all files except quarantined ones, including half-written files, in pages of a few hundred. */
  list(): AsyncIterable<readonly ListedFile[]>;
  /** Moves the file to quarantine, where `read` and `list` do not find it. A file that no longer exists is not an error. */
  quarantine(storagePath: string): Promise<void>;
  /** Lists the quarantined files under their original paths, with the time of their quarantine. */
  listQuarantine(): AsyncIterable<readonly ListedFile[]>;
  /** Moves the file from quarantine back to its path. A file that no longer exists is not an error. */
  takeBack(storagePath: string): Promise<void>;
  /** Permanently deletes a file in quarantine. A file that no longer exists is not an error. */
  removeQuarantined(storagePath: string): Promise<void>;
}

/** The store is unreachable, full or rejects our requests; the caller may retry later. `cause` holds the reason. */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable';
  readonly code = 'FILES_UNAVAILABLE';
}

/** A row references a file that does not exist. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing';
  readonly code = 'FILE_MISSING';
}

/** The content of a file does not match its row or the store's metadata. */
export class FileAltered extends Error {
  override readonly name = 'FileAltered';
  readonly code = 'FILE_ALTERED';
}

/** Returns the hexadecimal digest of bytes, or of a text in UTF-8. */
export const sha256Of = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex');

/** Size of the pieces in which a file is hashed. Hashing one piece takes about two milliseconds. */
const PIECE_BYTES = 4_000_000;

/** Returns the same digest as sha256Of for a large file. Other requests are processed between its pieces. */
export async function sha256OfFile(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    if (start > 0) await nextTurn();
    hash.update(bytes.subarray(start, start + PIECE_BYTES));
  }
  return hash.digest('hex');
}

const STORAGE_PATH = /^[\da-f]{2}\/[\da-f-]{36}\.[a-z]{3,4}$/;
/** Returns true when the name has the form of the names that newStoragePath makes. */
export const isStoragePath = (name: string): boolean => STORAGE_PATH.test(name);

/** Returns the path of a file outside quarantine. */
export const relativePathOf = (name: string): string => `${name.slice(0, 2)}/${name}`;

/**
 * Returns a path for a new file. It identifies neither the evaluation nor the patient; its first two characters distribute the
 * files over folders.
 */
export function newStoragePath(extension: string): string {
  return relativePathOf(`${randomUUID()}.${extension}`);
}
