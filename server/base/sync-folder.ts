import { open } from 'node:fs/promises';

/** Syncs a folder, so that its file names are durable: a renamed file keeps its new name after a crash. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
