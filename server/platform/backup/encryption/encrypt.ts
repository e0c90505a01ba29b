import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { StartError } from '../../base/start-error.ts';
import { type ByteStream, ByteReader, splitIntoBlocks } from './blocks.ts';
import type { BackupKey } from './key.ts';

/**
 * An encrypted part consists of a header and blocks of AES-256-GCM, each with an authentication tag. The part's key is derived
 * from the clinic's key, a salt and the part's name, so that a part which was renamed, cut, reordered or changed does not
 * decrypt. Only one block is in memory at a time.
 */
const MAGIC = Buffer.from('VTC1');
const KEY_ID_BYTES = 8;
const SALT_BYTES = 32;
export const ENCRYPTED_HEADER_BYTES = MAGIC.length + KEY_ID_BYTES + SALT_BYTES;
const BLOCK_BYTES = 256 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const CIPHER = 'aes-256-gcm';

/** Returns the length of an encrypted part; `bytes` is the length of its content. */
export const encryptedPartByteLength = (bytes: number): number =>
  ENCRYPTED_HEADER_BYTES + bytes + TAG_BYTES * Math.max(1, Math.ceil(bytes / BLOCK_BYTES));

const derivePartKey = (key: BackupKey, salt: Buffer, name: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key.bytes, salt, `ventanilla copy part ${name}`, 32));

/**
 * Returns the nonce of a block. It contains the block's number and whether the block is the last, so that no block can be
 * removed, added or cut off unnoticed.
 */
function createNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(BigInt(number));
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1);
  return nonce;
}

export async function* encryptPartStream(
  key: BackupKey,
  name: string,
  source: ByteStream,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const own = derivePartKey(key, salt, name);
  yield Buffer.concat([MAGIC, Buffer.from(key.id, 'hex'), salt]);
  let number = 0;
  for await (const { bytes, isLast } of splitIntoBlocks(source, BLOCK_BYTES)) {
    const cipher = createCipheriv(CIPHER, own, createNonce(number++, isLast));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Returns the id of the key from the header of a part; null when the bytes are not such a header. */
export const readKeyId = (header: Buffer): string | null =>
  header.subarray(0, MAGIC.length).equals(MAGIC)
    ? header.subarray(MAGIC.length, MAGIC.length + KEY_ID_BYTES).toString('hex')
    : null;

export const alteredPartError = (name: string, cause?: unknown): StartError =>
  new StartError(
    `La parte ${name} no está como se selló, fue alterada o se dañó: usa otra copia (--copy NOMBRE) y averigua qué le pasó a esta.`,
    { cause },
  );

function decryptBlock(own: Buffer, nonce: Buffer, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, own, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
}

/**
 * Yields each decrypted block. Only the end of the stream proves that no block is missing.
 * @throws StartError for another key and for altered bytes
 */
export async function* decryptPartStream(
  key: BackupKey,
  name: string,
  source: ByteStream,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source);
  const header = await reader.takeBytes(ENCRYPTED_HEADER_BYTES);
  const id = header && readKeyId(header);
  if (!header || id === null) throw alteredPartError(name);
  if (id !== key.id)
    throw new StartError(
      `${name} se selló con otra llave (${id}; la de BACKUP_KEY_FILE es ${key.id}): indica la llave con la que se selló.`,
    );
  const own = derivePartKey(key, header.subarray(-SALT_BYTES), name);
  let number = 0;
  for await (const { bytes, isLast } of splitIntoBlocks(reader.takeRemaining(), BLOCK_BYTES + TAG_BYTES)) {
    if (bytes.length < TAG_BYTES) throw alteredPartError(name);
    try {
      yield decryptBlock(own, createNonce(number++, isLast), bytes);
    } catch (error) {
      throw error instanceof StartError ? error : alteredPartError(name, error);
    }
  }
}
