import { FileMissing, type FileStore } from './store.ts';

/**
 * The store, and for what is not there yet the disk where everything lay before: files are moved while people work. What is
 * written, listed and swept is the store's alone.
 */
export const readingAlso = (files: FileStore, earlier: FileStore): FileStore => ({
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
