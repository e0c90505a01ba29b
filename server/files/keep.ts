import { type FileStore, newStoragePath, sha256OfFile } from './store.ts';

/** A file that lies in the store and that no row names yet. */
export interface KeptFile<Mime extends string, Extension extends string> {
  readonly storagePath: string;
  /** Of its bytes as they are kept, hexadecimal. */
  readonly storedSha256: string;
  readonly mime: Mime;
  readonly extension: Extension;
  /** How many. */
  readonly bytes: number;
}

interface Made<Mime, Extension> {
  readonly bytes: Buffer;
  readonly mime: Mime;
  readonly extension: Extension;
}

/**
 * Durable when it resolves: only then may its row be committed. A refusal or a crash between leaves a file without a row,
 * which sweepOrphans takes away, never a row without its file.
 */
export async function keepFile<Mime extends string, Extension extends string>(
  files: Pick<FileStore, 'write'>,
  { bytes, mime, extension }: Made<Mime, Extension>,
): Promise<KeptFile<Mime, Extension>> {
  const storagePath = newStoragePath(extension);
  await files.write(storagePath, bytes);
  return { storagePath, storedSha256: await sha256OfFile(bytes), mime, extension, bytes: bytes.length };
}
