import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { errorCode } from '../../base/start-error.ts';
import { QUARANTINE } from '../../files/disk-files.ts';
import { FileMissing, type FileStore, isStoragePath, pathOf } from '../../files/store.ts';
import type { Bytes } from '../sealed/blocks.ts';

/** The files of the clinic, wherever they lie, as a copy reads them. */
export interface FileSource {
  /**
   * The storage path of every file that a row may name now or may have named in the last thirty days: those in quarantine,
   * too. A copy of the database that was made before holds no other name.
   */
  list(): Promise<string[]>;
  /** Null when it is gone since. */
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

/** Files below DATA_DIR/files. */
export function diskSource(root: string): FileSource {
  return {
    list: async () => {
      const paths = (await namesIn(root)).map((file) => pathOf(path.basename(file)));
      // What is half-written has another ending.
      return [...new Set(paths.filter(isStoragePath))].sort();
    },
    read: async (storagePath) =>
      (await openFile(path.join(root, storagePath))) ??
      (await openFile(path.join(root, QUARANTINE, path.basename(storagePath)))),
  };
}

/** Files of a bucket, and those that still lie on the disk since before there was one. The bucket's quarantine is not read. */
export function storeSource(store: FileStore, disk: FileSource): FileSource {
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
