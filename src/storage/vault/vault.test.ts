import { describe, expect, it } from 'vitest';
import { isPermanentlyUnreadable } from '../base/problem.ts';
import * as z from 'zod/mini';
import {
  decodeVaultKey,
  importVaultKeys,
  decryptBytes,
  decryptJson,
  decryptJsonOrFallback,
  encryptBytes,
  encryptJson,
  sha256Hex,
  hmacTag,
} from './vault.ts';

const importKeysA = () => importVaultKeys(decodeVaultKey('a'.repeat(42) + 'A'));
const importKeysB = () => importVaultKeys(decodeVaultKey('b'.repeat(42) + 'A'));
const Named = z.object({ name: z.string() });
const LOCKED_PROBLEM = { name: 'StorageProblem', kind: 'locked' };

describe('D1 encryption', () => {
  it('the vault decrypts bytes only with the key and AAD of their encryption', async () => {
    const keys = await importKeysA();
    const sealed = await encryptJson(keys, 'draft:1', { name: 'Ñío' });
    expect(await decryptJson(await importKeysA(), 'draft:1', Named, sealed)).toEqual({ name: 'Ñío' });
    await expect(decryptJson(keys, 'draft:2', Named, sealed)).rejects.toMatchObject(LOCKED_PROBLEM);
    await expect(decryptJson(await importKeysB(), 'draft:1', Named, sealed)).rejects.toMatchObject(
      LOCKED_PROBLEM,
    );
  });

  it('S21 the vault reports content that decrypts but does not match the schema as damaged', async () => {
    const keys = await importKeysA();
    for (const plain of ['[]', '"x"', '{"name":', '{"name":7}']) {
      const sealed = await encryptBytes(keys, 'draft:1', new TextEncoder().encode(plain));
      await expect(decryptJson(keys, 'draft:1', Named, sealed), plain).rejects.toMatchObject({
        kind: 'damaged',
      });
    }
  });

  it('the vault detects a single changed bit at decryption', async () => {
    const keys = await importKeysA();
    const sealed = await encryptBytes(keys, 'bytes:1', new Uint8Array([1, 2, 3]));
    new Uint8Array(sealed)[20]! ^= 1;
    await expect(decryptBytes(keys, 'bytes:1', sealed)).rejects.toMatchObject(LOCKED_PROBLEM);
  });

  it('the vault encrypts equal content differently each time', async () => {
    const keys = await importKeysA();
    const [one, two] = [await encryptJson(keys, 'x', 'y'), await encryptJson(keys, 'x', 'y')];
    expect(await sha256Hex(one)).not.toBe(await sha256Hex(two));
  });
});

describe('D2 D3 keys', () => {
  it("the vault's keys for encryption and for tags cannot be exported", async () => {
    const keys = await importKeysA();
    for (const key of [keys.seal, keys.tag]) {
      expect(key.extractable).toBe(false);
      await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
    }
  });

  it("the tag of a patient is always the same under one user's keys and differs under another user's keys", async () => {
    const parts = ['patient', 'CC', '9999000017'];
    expect(await hmacTag(await importKeysA(), parts)).toBe(await hmacTag(await importKeysA(), parts));
    expect(await hmacTag(await importKeysA(), parts)).not.toBe(await hmacTag(await importKeysB(), parts));
    expect(await hmacTag(await importKeysA(), ['patient', 'CC9', '999000017'])).not.toBe(
      await hmacTag(await importKeysA(), parts),
    );
  });
});

it('P10.305 the vault throws `newer` for a row in the format of a later app version, and does not treat the row as permanently unreadable', async () => {
  const keys = await importKeysA();
  const sealed = await encryptBytes(keys, 'bytes:1', new Uint8Array([1, 2, 3]));
  expect(new Uint8Array(sealed)[0]).toBe(1);
  new Uint8Array(sealed)[0] = 2;
  const error: unknown = await decryptBytes(keys, 'bytes:1', sealed).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'StorageProblem', kind: 'newer' });
  expect(isPermanentlyUnreadable(error)).toBe(false);
  const beside = await encryptJson(keys, 'draft:1', { name: 'Ana' });
  new Uint8Array(beside)[0] = 2;
  expect(await decryptJsonOrFallback('unread', keys, 'draft:1', z.object({ name: z.string() }), beside)).toBe(
    'unread',
  );
  await expect(decryptBytes(keys, 'bytes:1', new ArrayBuffer(0))).rejects.toMatchObject(LOCKED_PROBLEM);
});
