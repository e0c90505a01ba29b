import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface ListedFile {
  readonly storagePath: string;
  readonly changedAt: Date;
}

/**
 * Store of images and documents, on disk or in a bucket. Paths reveal nothing about the content; only the database knows to
 * which record a file belongs.
 */
export interface FileStore {
  /**
   * Writes a file, which is durable when the promise resolves; a row that references it must be committed after that. After a
   * crash the path has either the complete file or no file.
   * @throws FilesUnavailable
   */
  write(storagePath: string, bytes: Buffer): Promise<void>;
  /**
   * Reads the complete file.
   * @param sha256 hexadecimal digest according to the row; absent if the row has none
   * @throws FileMissing, FileAltered, FilesUnavailable
   */
  read(storagePath: string, sha256?: string): Promise<Buffer>;
  /** Lists all files except quarantined ones, in pages of a few hundred. Includes half-written files. */
  list(): AsyncIterable<readonly ListedFile[]>;
  /** Moves the file to quarantine, where `read` and `list` do not find it. Does nothing if the file does not exist. */
  quarantine(storagePath: string): Promise<void>;
  /** Lists the quarantined files with their original paths and the times at which they were quarantined. */
  listQuarantine(): AsyncIterable<readonly ListedFile[]>;
  /** Moves the file from quarantine back to its path. Does nothing if the file does not exist. */
  takeBack(storagePath: string): Promise<void>;
  /** Permanently deletes a file in quarantine. Does nothing if the file does not exist. */
  removeQuarantined(storagePath: string): Promise<void>;
}

/**
 * Thrown when the store is unreachable or full, or rejects this program's requests; the caller may retry later. `cause` holds
 * the reason.
 */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable';
  readonly code = 'FILES_UNAVAILABLE';
}

export class FileMissing extends Error {
  override readonly name = 'FileMissing';
  readonly code = 'FILE_MISSING';
}

/** Thrown when the content of a file does not match the digest in its row or in the store's metadata. */
export class FileAltered extends Error {
  override readonly name = 'FileAltered';
  readonly code = 'FILE_ALTERED';
}

/** Returns the SHA-256 of bytes, or of a text in UTF-8, in hexadecimal form. */
export const sha256Of = (content: Buffer | string): string =>
  createHash('sha256').update(content).digest('hex');

/** Size of the pieces in which a file is hashed. Hashing one piece blocks the process for about two milliseconds. */
const HASHED_PIECE_BYTES = 4_000_000;

/** Returns the same digest as sha256Of. Hashes in pieces, so that the process can handle other requests between two pieces. */
export async function sha256InPieces(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let start = 0; start < bytes.length; start += HASHED_PIECE_BYTES) {
    if (start > 0) await nextTurn();
    hash.update(bytes.subarray(start, start + HASHED_PIECE_BYTES));
  }
  return hash.digest('hex');
}

const STORAGE_PATH_PATTERN = /^[\da-f]{2}\/[\da-f-]{36}\.[a-z]{3,4}$/;
export const isStoragePath = (name: string): boolean => STORAGE_PATH_PATTERN.test(name);

/** Returns the path of a file relative to the folder of the store; not for files in quarantine. */
export const storagePathOfName = (name: string): string => `${name.slice(0, 2)}/${name}`;

/**
 * Returns a path for a new file. The path reveals neither the evaluation nor the patient. Its first two characters distribute
 * the files over folders.
 */
export function newStoragePath(extension: string): string {
  return storagePathOfName(`${randomUUID()}.${extension}`);
}
