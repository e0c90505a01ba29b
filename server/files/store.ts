import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';

/** Pictures and documents on a disk, by an opaque path that only the database hands out. */
export interface FileStore {
  /** Durable when it resolves: only then may its row be committed. */
  write(storagePath: string, bytes: Buffer): Promise<void>;
  read(storagePath: string): Promise<Buffer>;
}

/** A path for a new file. It names neither the evaluation nor the person; two letters spread the files over folders. */
export function newStoragePath(extension: string): string {
  const id = randomUUID();
  return `${id.slice(0, 2)}/${id}.${extension}`;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeSynced(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Beside → sync → rename → sync the folder: after a crash the path holds the whole file or nothing. */
export function diskFiles(root: string): FileStore {
  const locate = (storagePath: string) => path.join(root, storagePath);
  return {
    write: async (storagePath, bytes) => {
      const file = locate(storagePath);
      const folder = path.dirname(file);
      const made = await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeSynced(`${file}.tmp`, bytes);
      await rename(`${file}.tmp`, file);
      await syncFolder(folder);
      if (made !== undefined) await syncFolder(path.dirname(folder));
    },
    read: (storagePath) => readFile(locate(storagePath)),
  };
}
