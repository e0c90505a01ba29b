import { createHash } from 'node:crypto';
import { type FileStore, newStoragePath } from './store.ts';

/** A file that lies on the disk and that no row names yet. */
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
  files: FileStore,
  { bytes, mime, extension }: Made<Mime, Extension>,
): Promise<KeptFile<Mime, Extension>> {
  const storagePath = newStoragePath(extension);
  await files.write(storagePath, bytes);
  const storedSha256 = createHash('sha256').update(bytes).digest('hex');
  return { storagePath, storedSha256, mime, extension, bytes: bytes.length };
}
