import { open } from 'node:fs/promises';

/** Flushes a folder to disk, so that a file renamed in it keeps its new name after a crash. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
