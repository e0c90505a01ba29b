import { FileMissing, type FileStore } from './store.ts';

/**
 * Returns the store, which reads a missing file from the disk that stored all files earlier. This allows files to be moved to
 * the new store while the system is in use. Writes, lists and sweeps use only the new store.
 */
export const withFallbackRead = (files: FileStore, earlier: FileStore): FileStore => ({
  ...files,
  read: async (storagePath, sha256) => {
    try {
      return await files.read(storagePath, sha256);
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      return earlier.read(storagePath, sha256);
    }
  },
});
