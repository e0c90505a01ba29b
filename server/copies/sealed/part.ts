import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../base/sync-folder.ts';
import { HEADER_BYTES, altered, keyIdOf, seal, unseal } from './seal.ts';
import type { Bytes } from './blocks.ts';
import type { CopyKey } from './key.ts';
import { type PlainPlace, createPlain, openPlain, refuseLinks } from './plain-file.ts';

/** What a part holds, before it was sealed. */
export interface Digest {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A part's place on the disk and its name, which it opens under. */
export interface PartPlace extends PlainPlace {
  readonly name: string;
}

/** Passes the bytes on and knows their digest when they have all gone by. */
export class Digester {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  async *pass(source: Bytes): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      this.#hash.update(chunk);
      this.#bytes += chunk.length;
      yield chunk;
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Once. */
  digest(): Digest {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/** Beside → sync → rename → sync the folder: after a crash the file is whole or not there. Its folder is made. */
export async function writeWhole({ root, file }: PlainPlace, source: Bytes): Promise<void> {
  const beside = `${file}.part`;
  await refuseLinks({ root, file: beside });
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const handle = await createPlain({ root, file: beside });
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

/** Durable when it resolves. */
export async function writePart(key: CopyKey, place: PartPlace, source: Bytes): Promise<Digest> {
  const digester = new Digester();
  await writeWhole(place, seal(key, place.name, digester.pass(source)));
  return digester.digest();
}

/** @throws StartError where it is not there, not as it was sealed, or under another key */
export async function* readPart(key: CopyKey, place: PartPlace): AsyncGenerator<Buffer> {
  const handle = await openPart(place);
  const source = createReadStream(place.file, { fd: handle, autoClose: false, highWaterMark: 256 * 1024 });
  try {
    yield* unseal(key, place.name, source as AsyncIterable<Buffer>);
  } finally {
    source.destroy();
    await handle.close();
  }
}

async function openPart(place: PartPlace): Promise<FileHandle> {
  try {
    return await openPlain(place);
  } catch (error) {
    throw isMissing(error) ? altered(place.name, error) : error;
  }
}

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';

/** Reads the part to its end. @throws StartError where it does not hold what was written */
export async function checkPart(key: CopyKey, place: PartPlace, written: Digest): Promise<void> {
  const digester = new Digester();
  for await (const chunk of digester.pass(readPart(key, place))) void chunk;
  const { bytes, sha256 } = digester.digest();
  if (bytes !== written.bytes || sha256 !== written.sha256) throw altered(place.name);
}

/** The part as one text: for lists that are bounded by what wrote them. */
export async function readText(key: CopyKey, place: PartPlace): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of readPart(key, place)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** The id of the key that it was sealed with; null for what is no part. */
export async function sealedWith(place: PlainPlace): Promise<string | null> {
  const handle = await openPlain(place).catch(() => null); // not there, or not ours to read: no copy of this key
  if (!handle) return null;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return bytesRead === HEADER_BYTES ? keyIdOf(buffer) : null;
  } finally {
    await handle.close();
  }
}
