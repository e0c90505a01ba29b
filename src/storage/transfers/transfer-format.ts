import type * as z from 'zod/mini';
import { normalizeSpokenCode } from '#domain/spoken-code.ts';
import { isUnreadable } from '../base/problem.ts';
import { decryptBytes, encryptBytes } from '../vault/vault.ts';
import { newSalt, derivePasswordKey, SALT_BYTES } from '../vault/wrapped-key.ts';

/**
 * Key of a transfer. A transfer is a header, a manifest and one chunk per entry, encrypted under a key derived from the code.
 * Each chunk's AAD contains salt and position, and the manifest contains the number of entries. Chunks that were removed,
 * inserted, swapped or copied from another transfer are thus detected.
 */
export interface TransferKey {
  readonly seal: CryptoKey;
  readonly salt: Uint8Array<ArrayBuffer>;
}

const MAGIC_BYTES = new TextEncoder().encode('VENTANILLA-RESCATE');
/** Version of the algorithms and PBKDF2 rounds. */
const FORMAT_VERSION = 1;
export const TRANSFER_HEADER_BYTES = MAGIC_BYTES.length + 1 + SALT_BYTES;
export const LENGTH_FIELD_BYTES = 4;
/** Maximum size of the manifest; enough for 100,000 entries. */
export const MANIFEST_MAX_BYTES = 32 * 1024 * 1024;
/** Maximum size of an encrypted entry; our servers accept attachments of at most 100 MB. */
export const ENTRY_MAX_BYTES = 128 * 1024 * 1024;
/** Maximum size of an entry's head; a normal head has a few kB. */
const HEAD_MAX_BYTES = 2 * 1024 * 1024;

export async function deriveTransferKey(code: string, salt = newSalt()): Promise<TransferKey> {
  return { ...(await derivePasswordKey(normalizeSpokenCode(code), salt)), salt };
}

export function encodeTransferHeader(salt: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(TRANSFER_HEADER_BYTES);
  header.set(MAGIC_BYTES);
  header[MAGIC_BYTES.length] = FORMAT_VERSION;
  header.set(salt, MAGIC_BYTES.length + 1);
  return header;
}

export type TransferHeaderResult =
  | { readonly type: 'parcel'; readonly salt: Uint8Array<ArrayBuffer> }
  | { readonly type: 'not_a_parcel' }
  | { readonly type: 'newer' };

export function decodeTransferHeader(bytes: ArrayBuffer): TransferHeaderResult {
  const header = new Uint8Array(bytes);
  if (header.length < TRANSFER_HEADER_BYTES || MAGIC_BYTES.some((byte, at) => header[at] !== byte))
    return { type: 'not_a_parcel' };
  if (header[MAGIC_BYTES.length] !== FORMAT_VERSION) return { type: 'newer' };
  return { type: 'parcel', salt: header.slice(MAGIC_BYTES.length + 1, TRANSFER_HEADER_BYTES) };
}

/** Chunk position of the manifest; entries begin at position 1. */
export const MANIFEST_POSITION = 0;

const chunkAadOf = (salt: Uint8Array<ArrayBuffer>, position: number): string =>
  `parcel:${Array.from(salt, (byte) => byte.toString(16).padStart(2, '0')).join('')}:${position}`;

export const encodeLength = (size: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(LENGTH_FIELD_BYTES);
  new DataView(bytes.buffer).setUint32(0, size);
  return bytes;
};

export async function encryptChunk(
  key: TransferKey,
  position: number,
  head: unknown,
  files: readonly ArrayBuffer[] = [],
): Promise<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(head));
  const parts = [encodeLength(json.length), json, ...files.map((file) => new Uint8Array(file))];
  const plain = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    plain.set(part, at);
    at += part.length;
  }
  return encryptBytes(key, chunkAadOf(key.salt, position), plain);
}

export interface TransferChunk<Head> {
  readonly head: Head;
  /** Bytes of the files, which follow the head. */
  readonly rest: ArrayBuffer;
}

function parseChunk<Head>(
  schema: z.ZodMiniType<Head>,
  plain: ArrayBuffer,
  maxBytes: number,
): TransferChunk<Head> | null {
  const length = new DataView(plain).getUint32(0);
  if (length > maxBytes) return null;
  const start = LENGTH_FIELD_BYTES + length;
  const json = new TextDecoder().decode(
    new Uint8Array(plain, LENGTH_FIELD_BYTES, start - LENGTH_FIELD_BYTES),
  );
  const head = schema.safeParse(JSON.parse(json));
  return head.success ? { head: head.data, rest: plain.slice(start) } : null;
}

/** Decrypts a chunk. Returns null when code, transfer or position is wrong, or when the head does not match the schema. */
export async function decryptChunk<Head>(
  key: TransferKey,
  position: number,
  schema: z.ZodMiniType<Head>,
  sealed: ArrayBuffer,
): Promise<TransferChunk<Head> | null> {
  try {
    const plain = await decryptBytes(key, chunkAadOf(key.salt, position), sealed);
    return parseChunk(schema, plain, position === MANIFEST_POSITION ? MANIFEST_MAX_BYTES : HEAD_MAX_BYTES);
  } catch (error) {
    const isDamage = error instanceof RangeError || error instanceof SyntaxError;
    if (isDamage || isUnreadable(error)) return null;
    throw error;
  }
}
