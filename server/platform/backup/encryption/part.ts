import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../base/sync-folder.ts';
import {
  ENCRYPTED_HEADER_BYTES,
  alteredPartError,
  readKeyId,
  encryptPartStream,
  decryptPartStream,
} from './encrypt.ts';
import type { ByteStream } from './blocks.ts';
import type { BackupKey } from './key.ts';
import {
  type FileLocation,
  openTruncatedFileForWriting,
  openRegularFile,
  rejectSymbolicLinks,
} from './plain-file.ts';

export interface Digest {
  readonly bytes: number;
  readonly sha256: string;
}

/** Path of a part, and the name that its encryption authenticates. */
export interface PartLocation extends FileLocation {
  readonly name: string;
}

export class Digester {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  async *pass(source: ByteStream): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      this.#hash.update(chunk);
      this.#bytes += chunk.length;
      yield chunk;
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the digest; may be called once, after all bytes have passed. */
  digest(): Digest {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/**
 * Writes a temporary file, syncs it, renames it and syncs its folder, so that after a crash the file is complete or absent.
 * Creates a missing folder.
 */
export async function writeFileAtomically({ root, file }: FileLocation, source: ByteStream): Promise<void> {
  const beside = `${file}.part`;
  await rejectSymbolicLinks({ root, file: beside });
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const handle = await openTruncatedFileForWriting({ root, file: beside });
  try {
    for await (const chunk of source) await handle.writeFile(chunk);
    await handle.sync();
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await rename(beside, file);
  await syncFolder(path.dirname(file));
}

/**
 * Encrypts and writes a part, which is durable when the promise resolves.
 * @returns the digest of the content before encryption
 */
export async function writePart(key: BackupKey, place: PartLocation, source: ByteStream): Promise<Digest> {
  const digester = new Digester();
  await writeFileAtomically(place, encryptPartStream(key, place.name, digester.pass(source)));
  return digester.digest();
}

/**
 * Yields the decrypted bytes of a part.
 * @throws StartError when the part is missing, altered or encrypted with another key
 */
export async function* readPart(key: BackupKey, place: PartLocation): AsyncGenerator<Buffer> {
  const handle = await openPart(place);
  const source = createReadStream(place.file, { fd: handle, autoClose: false, highWaterMark: 256 * 1024 });
  try {
    yield* decryptPartStream(key, place.name, source as AsyncIterable<Buffer>);
  } finally {
    source.destroy();
    await handle.close();
  }
}

async function openPart(place: PartLocation): Promise<FileHandle> {
  try {
    return await openRegularFile(place);
  } catch (error) {
    throw isFileNotFoundError(error) ? alteredPartError(place.name, error) : error;
  }
}

const isFileNotFoundError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

/**
 * Reads and decrypts the complete part.
 * @throws StartError when the content differs from `written`
 */
export async function checkPart(key: BackupKey, place: PartLocation, written: Digest): Promise<void> {
  const digester = new Digester();
  for await (const chunk of digester.pass(readPart(key, place))) void chunk;
  const { bytes, sha256 } = digester.digest();
  if (bytes !== written.bytes || sha256 !== written.sha256) throw alteredPartError(place.name);
}

/** Returns a decrypted part of the backup as text. Only for lists whose size is limited when they are written. */
export async function readPartText(key: BackupKey, place: PartLocation): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of readPart(key, place)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the id of the key that encrypted the part; null when the file is not a readable part. */
export async function readPartKeyId(place: FileLocation): Promise<string | null> {
  const handle = await openRegularFile(place).catch(() => null); // A missing or unreadable file has no key.
  if (!handle) return null;
  try {
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(ENCRYPTED_HEADER_BYTES),
      0,
      ENCRYPTED_HEADER_BYTES,
      0,
    );
    return bytesRead === ENCRYPTED_HEADER_BYTES ? readKeyId(buffer) : null;
  } finally {
    await handle.close();
  }
}
