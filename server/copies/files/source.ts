import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { errorCode } from '../../base/start-error.ts';
import { FileMissing, type FileStore, isStoragePath } from '../../files/store.ts';
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

const QUARANTINE = '.orphans';
/** As newStoragePath makes them; what is half-written has another ending. */
const STORAGE_NAME = /^[\da-f]{2}[\da-f-]{34}\.[a-z]{3,4}$/;

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder, { recursive: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

const pathOf = (name: string): string => path.posix.join(name.slice(0, 2), name);

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
      const names = (await namesIn(root)).map((file) => path.basename(file));
      return [...new Set(names.filter((name) => STORAGE_NAME.test(name)).map(pathOf))].sort();
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
