import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { errorCode } from '../../base/start-error.ts';
import { QUARANTINE } from '../../files/disk-files.ts';
import { FileMissing, type FileStore, isStoragePath, relativePathOf } from '../../files/store.ts';
import type { Bytes } from '../encryption/blocks.ts';

/** Files of the clinic, on disk or in a bucket, as a backup reads them. */
export interface FileSource {
  /**
   * Storage path of every file that a row may reference now or may have referenced in the last thirty days, including
   * quarantined files. A database backup made before the call references no other path.
   */
  list(): Promise<string[]>;
  /** Returns the bytes of a file; null when the file no longer exists. */
  read(storagePath: string): Promise<Bytes | null>;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder, { recursive: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

async function openFile(file: string): Promise<Bytes | null> {
  const stream = createReadStream(file);
  return new Promise((resolve, reject) => {
    stream.once('open', () => resolve(stream as AsyncIterable<Buffer>));
    stream.once('error', (error) => (errorCode(error) === 'ENOENT' ? resolve(null) : reject(error)));
  });
}

/** Reads files below DATA_DIR/files. */
export function diskFileSource(root: string): FileSource {
  return {
    list: async () => {
      const paths = (await namesIn(root)).map((file) => relativePathOf(path.basename(file)));
      // Half-written files have a different extension and are filtered out.
      return [...new Set(paths.filter(isStoragePath))].sort();
    },
    read: async (storagePath) =>
      (await openFile(path.join(root, storagePath))) ??
      (await openFile(path.join(root, QUARANTINE, path.basename(storagePath)))),
  };
}

/**
 * Reads the files of a bucket, and those still on disk from before the bucket was configured. The bucket's quarantine is not
 * read.
 */
export function bucketFileSource(store: FileStore, disk: FileSource): FileSource {
  return {
    list: async () => {
      const found = new Set(await disk.list());
      for await (const page of store.list())
        for (const { storagePath } of page) if (isStoragePath(storagePath)) found.add(storagePath);
      return [...found].sort();
    },
    read: async (storagePath) => {
      try {
        return Readable.from([await store.read(storagePath)]) as AsyncIterable<Buffer>;
      } catch (error) {
        if (error instanceof FileMissing) return disk.read(storagePath);
        throw error;
      }
    },
  };
}
