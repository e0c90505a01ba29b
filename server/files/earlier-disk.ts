import { FileMissing, type FileStore } from './store.ts';

/**
 * Returns the store, which also reads missing files from the disk on which all files were stored earlier: files are moved while
 * the system is in use. Writes, lists and sweeps use only the store.
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
