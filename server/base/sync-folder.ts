import { open } from 'node:fs/promises';

/** Makes the file names in a folder durable: after a crash, a renamed file has its new name. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
