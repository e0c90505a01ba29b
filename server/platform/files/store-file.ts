import { type FileStore, newStoragePath, sha256InPieces } from './store.ts';

/** File that is in the store but is not yet referenced by a row. */
export interface StoredUpload<Mime extends string, Extension extends string> {
  readonly storagePath: string;
  readonly storedSha256: string;
  readonly mime: Mime;
  readonly extension: Extension;
  readonly bytes: number;
}

interface FileToStore<Mime, Extension> {
  readonly bytes: Buffer;
  readonly mime: Mime;
  readonly extension: Extension;
}

/**
 * Writes a file, which is durable when the promise resolves. The caller must commit the row that references the file only after
 * that. A crash before the commit then leaves a file without a row, which sweepOrphans removes, but never a row without its
 * file.
 */
export async function storeFile<Mime extends string, Extension extends string>(
  files: Pick<FileStore, 'write'>,
  { bytes, mime, extension }: FileToStore<Mime, Extension>,
): Promise<StoredUpload<Mime, Extension>> {
  const storagePath = newStoragePath(extension);
  await files.write(storagePath, bytes);
  return { storagePath, storedSha256: await sha256InPieces(bytes), mime, extension, bytes: bytes.length };
}
