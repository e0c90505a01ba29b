import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { errorCode } from '../../base/start-error.ts';
import { QUARANTINE_FOLDER } from '../../files/disk-files.ts';
import { FileMissing, type FileStore, isStoragePath, storagePathOfName } from '../../files/store.ts';
import type { ByteStream } from '../encryption/blocks.ts';

export interface FileSource {
  /**
   * Returns the storage path of every file that a row references now or has referenced in the last thirty days, including
   * quarantined files. A database backup made before this call references only these paths.
   */
  list(): Promise<string[]>;
  read(storagePath: string): Promise<ByteStream | null>;
}

async function listNamesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder, { recursive: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

async function openFileStream(file: string): Promise<ByteStream | null> {
  const stream = createReadStream(file);
  return new Promise((resolve, reject) => {
    stream.once('open', () => resolve(stream as AsyncIterable<Buffer>));
    stream.once('error', (error) => (errorCode(error) === 'ENOENT' ? resolve(null) : reject(error)));
  });
}

export function diskFileSource(root: string): FileSource {
  return {
    list: async () => {
      const paths = (await listNamesIn(root)).map((file) => storagePathOfName(path.basename(file)));
      // The filter removes half-written files, which have a different extension.
      return [...new Set(paths.filter(isStoragePath))].sort();
    },
    read: async (storagePath) =>
      (await openFileStream(path.join(root, storagePath))) ??
      (await openFileStream(path.join(root, QUARANTINE_FOLDER, path.basename(storagePath)))),
  };
}

/**
 * Reads the files of a bucket, and the files that remain on disk from before the bucket was configured. Does not read the
 * bucket's quarantine.
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
