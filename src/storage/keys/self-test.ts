import { db } from '../database/database.ts';
import { requireKeysOf } from './keyring.ts';
import { StorageProblem, runStorageOperation } from '../base/problem.ts';
import { decryptBytes, encryptBytes, sha256Hex } from '../vault/vault.ts';

const TEST_ROW_ID_PREFIX = 'self-test:';
const TEST_SIZE_BYTES = 200_000;

/**
 * Writes encrypted bytes of about the size of a signature, reads them back and deletes them. Returns false when the bytes read
 * differ from the bytes written.
 * @throws StorageProblem when the device's storage or the user's key is not available
 */
export const testStorage = (ownerId: string): Promise<boolean> =>
  runStorageOperation(async () => {
    const id = `${TEST_ROW_ID_PREFIX}${crypto.randomUUID()}`;
    const keys = await requireKeysOf(ownerId);
    const plain = new Uint8Array(TEST_SIZE_BYTES);
    for (let at = 0; at < TEST_SIZE_BYTES; at += 50_000)
      crypto.getRandomValues(plain.subarray(at, at + 50_000));
    try {
      await db.bytes.add({ id, ownerId, sealed: await encryptBytes(keys, id, plain) });
      const read = await db.bytes.get(id);
      if (!read) return false;
      const opened = await decryptBytes(keys, id, read.sealed);
      return (await sha256Hex(opened)) === (await sha256Hex(plain));
    } catch (error) {
      if (error instanceof StorageProblem && error.kind === 'locked') return false;
      throw error;
    } finally {
      // The prefix also matches bytes of an earlier test that was killed.
      await db.bytes.where('id').startsWith(TEST_ROW_ID_PREFIX).delete();
    }
  });
