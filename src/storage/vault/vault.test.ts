import { describe, expect, it } from 'vitest';
import { isPermanentlyUnreadable } from '../base/problem.ts';
import * as z from 'zod/mini';
import {
  decodeVaultKey,
  importVaultKeys,
  decryptBytes,
  decryptJson,
  decryptJsonOr,
  encryptBytes,
  encryptJson,
  sha256Hex,
  hmacTag,
} from './vault.ts';

const keyA = () => importVaultKeys(decodeVaultKey('a'.repeat(42) + 'A'));
const keyB = () => importVaultKeys(decodeVaultKey('b'.repeat(42) + 'A'));
const Named = z.object({ name: z.string() });
const locked = { name: 'StorageProblem', kind: 'locked' };

describe('D1 encryption', () => {
  it('the vault decrypts bytes only with the key and AAD of their encryption', async () => {
    const keys = await keyA();
    const sealed = await encryptJson(keys, 'draft:1', { name: 'Ñío' });
    expect(await decryptJson(await keyA(), 'draft:1', Named, sealed)).toEqual({ name: 'Ñío' });
    await expect(decryptJson(keys, 'draft:2', Named, sealed)).rejects.toMatchObject(locked);
    await expect(decryptJson(await keyB(), 'draft:1', Named, sealed)).rejects.toMatchObject(locked);
  });

  it('S21 the vault reports content that decrypts but does not match the schema as damaged', async () => {
    const keys = await keyA();
    for (const plain of ['[]', '"x"', '{"name":', '{"name":7}']) {
      const sealed = await encryptBytes(keys, 'draft:1', new TextEncoder().encode(plain));
      await expect(decryptJson(keys, 'draft:1', Named, sealed), plain).rejects.toMatchObject({
        kind: 'damaged',
      });
    }
  });

  it('the vault detects a single changed bit at decryption', async () => {
    const keys = await keyA();
    const sealed = await encryptBytes(keys, 'bytes:1', new Uint8Array([1, 2, 3]));
    new Uint8Array(sealed)[20]! ^= 1;
    await expect(decryptBytes(keys, 'bytes:1', sealed)).rejects.toMatchObject(locked);
  });

  it('the vault encrypts equal content differently each time', async () => {
    const keys = await keyA();
    const [one, two] = [await encryptJson(keys, 'x', 'y'), await encryptJson(keys, 'x', 'y')];
    expect(await sha256Hex(one)).not.toBe(await sha256Hex(two));
  });
});

describe('D2 D3 keys', () => {
  it("the vault's keys for encryption and for tags cannot be exported", async () => {
    const keys = await keyA();
    for (const key of [keys.seal, keys.tag]) {
      expect(key.extractable).toBe(false);
      await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
    }
  });

  it("the tag of a patient is always the same under one user's keys and differs under another user's keys", async () => {
    const parts = ['patient', 'CC', '9999000017'];
    expect(await hmacTag(await keyA(), parts)).toBe(await hmacTag(await keyA(), parts));
    expect(await hmacTag(await keyA(), parts)).not.toBe(await hmacTag(await keyB(), parts));
    expect(await hmacTag(await keyA(), ['patient', 'CC9', '999000017'])).not.toBe(
      await hmacTag(await keyA(), parts),
    );
  });
});

it('P10.305 the vault throws `newer` for a row in the format of a later app version, and the row is never overwritten', async () => {
  const keys = await keyA();
  const sealed = await encryptBytes(keys, 'bytes:1', new Uint8Array([1, 2, 3]));
  new Uint8Array(sealed)[0] = 2;
  const error: unknown = await decryptBytes(keys, 'bytes:1', sealed).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'StorageProblem', kind: 'newer' });
  expect(isPermanentlyUnreadable(error)).toBe(false);
  const beside = await encryptJson(keys, 'draft:1', { name: 'Ana' });
  new Uint8Array(beside)[0] = 2;
  expect(await decryptJsonOr('unread', keys, 'draft:1', z.object({ name: z.string() }), beside)).toBe(
    'unread',
  );
  await expect(decryptBytes(keys, 'bytes:1', new ArrayBuffer(0))).rejects.toMatchObject(locked);
});
