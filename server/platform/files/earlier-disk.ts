import { FileMissing, type FileStore } from './store.ts';

/**
 * Returns a store that reads a file from `earlier`, the disk used before, if `files` does not contain it. Files can thus be
 * moved to the new store while the server runs. Writes, lists and sweeps use only the new store.
 */
export const addFallbackRead = (files: FileStore, earlier: FileStore): FileStore => ({
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
