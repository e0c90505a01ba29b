import { open } from 'node:fs/promises';

/** The names in a folder are durable when it resolves: after a crash a file that was renamed is there by its new one. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
