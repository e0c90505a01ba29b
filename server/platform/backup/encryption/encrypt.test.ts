import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type BackupKey, createBackupKeyFile, readBackupKey } from './key.ts';
import { encryptPartStream, encryptedPartByteLength, decryptPartStream } from './encrypt.ts';

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'ventanilla-seal-'));
afterAll(() => fs.rmSync(scratch, { recursive: true }));
const createTestKey = (name: string): BackupKey => {
  createBackupKeyFile(path.join(scratch, name));
  return readBackupKey(path.join(scratch, name));
};
const key = createTestKey('key');

const BLOCK_LENGTH_BYTES = 256 * 1024;
const HEADER_SIZE_BYTES = 44;
const ENCRYPTED_BLOCK_BYTES = BLOCK_LENGTH_BYTES + 16;

async function* splitIntoPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function collectBytes(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const encryptBytes = (bytes: Buffer, name = 'copy/part', own = key) =>
  collectBytes(encryptPartStream(own, name, splitIntoPieces(bytes, 70_001)));
const decryptPart = (bytes: Buffer, name = 'copy/part', own = key) =>
  collectBytes(decryptPartStream(own, name, splitIntoPieces(bytes, 33_333)));

const ALTERED_MESSAGE =
  'La parte copy/part no está como se selló, fue alterada o se dañó: usa otra copia (--copy NOMBRE)';

describe('P10.66 encrypted part of a backup', () => {
  it.each([
    0,
    1,
    BLOCK_LENGTH_BYTES - 1,
    BLOCK_LENGTH_BYTES,
    BLOCK_LENGTH_BYTES + 1,
    2 * BLOCK_LENGTH_BYTES,
    3 * BLOCK_LENGTH_BYTES + 7,
  ])(
    'an encrypted part of %i bytes has the calculated length and decrypts to the original bytes',
    async (length) => {
      const bytes = randomBytes(length);
      const part = await encryptBytes(bytes);
      expect(part.length).toBe(encryptedPartByteLength(length));
      expect((await decryptPart(part)).equals(bytes)).toBe(true);
    },
  );

  it('two encryptions of the same content give different bytes', async () => {
    const bytes = randomBytes(100);
    expect((await encryptBytes(bytes)).equals(await encryptBytes(bytes))).toBe(false);
  });

  it('an encrypted part does not decrypt when it was cut between two blocks, reordered or extended', async () => {
    const part = await encryptBytes(randomBytes(3 * BLOCK_LENGTH_BYTES));
    await expect(
      decryptPart(part.subarray(0, HEADER_SIZE_BYTES + 2 * ENCRYPTED_BLOCK_BYTES)),
    ).rejects.toThrow(ALTERED_MESSAGE);
    await expect(decryptPart(part.subarray(0, HEADER_SIZE_BYTES))).rejects.toThrow(ALTERED_MESSAGE);
    const block = (number: number) =>
      part.subarray(
        HEADER_SIZE_BYTES + number * ENCRYPTED_BLOCK_BYTES,
        HEADER_SIZE_BYTES + (number + 1) * ENCRYPTED_BLOCK_BYTES,
      );
    const swapped = Buffer.concat([part.subarray(0, HEADER_SIZE_BYTES), block(1), block(0), block(2)]);
    await expect(decryptPart(swapped)).rejects.toThrow(ALTERED_MESSAGE);
    await expect(decryptPart(Buffer.concat([part, block(2)]))).rejects.toThrow(ALTERED_MESSAGE);
  });

  it('an encrypted part decrypts only under the part name and the key with which it was encrypted', async () => {
    const part = await encryptBytes(randomBytes(10), 'other/part');
    await expect(decryptPart(part)).rejects.toThrow(ALTERED_MESSAGE);
    const theirs = createTestKey('theirs');
    const other = await encryptBytes(randomBytes(10), 'copy/part', theirs);
    await expect(decryptPart(other)).rejects.toThrow(
      `copy/part se selló con otra llave (${theirs.id}; la de BACKUP_KEY_FILE es ${key.id})`,
    );
    // A part that was encrypted with another key must not decrypt, even when its header contains the id of the right key,
    // because the id is not secret.
    key.id.match(/../g)!.forEach((pair, index) => other.writeUInt8(Number.parseInt(pair, 16), 4 + index));
    await expect(decryptPart(other)).rejects.toThrow(ALTERED_MESSAGE);
  });
});
