import type * as z from 'zod/mini';
import { tryParseJson } from '#domain/text/json.ts';
import { isUnreadable, StorageProblem } from '../base/problem.ts';

/**
 * Keys of a user on this device (D2): `seal` for AES-256-GCM, `tag` for HMAC-SHA-256. They cannot be exported. Both are derived
 * from one root key, which the server stores for the user.
 */
export interface VaultKeys {
  readonly seal: CryptoKey;
  readonly tag: CryptoKey;
}

type EncryptionKey = Pick<VaultKeys, 'seal'>;

const FORMAT_VERSION = 1;
const IV_BYTES = 12;
const utf8Encoder = new TextEncoder();
const utf8Decoder = new TextDecoder();

/** Root key of 32 bytes from which both vault keys are derived. The caller must erase it after deriving or wrapping. */
export type RootKey = Uint8Array<ArrayBuffer>;
const ROOT_KEY_BYTES = 32;

/** Decodes the vault key that the server sends: 43 characters of base64url. */
export function decodeVaultKey(text: string): RootKey {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

export const makeRootKey = (): RootKey => crypto.getRandomValues(new Uint8Array(ROOT_KEY_BYTES));

export async function importVaultKeys(rootKey: RootKey): Promise<VaultKeys> {
  const root = await crypto.subtle.importKey('raw', rootKey, 'HKDF', false, ['deriveKey']);
  const derivation = (info: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(32),
    info: utf8Encoder.encode(info),
  });
  const [seal, tag] = await Promise.all([
    crypto.subtle.deriveKey(derivation('ventanilla seal v1'), root, { name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]),
    crypto.subtle.deriveKey(
      derivation('ventanilla tag v1'),
      root,
      { name: 'HMAC', hash: 'SHA-256', length: 256 },
      false,
      ['sign'],
    ),
  ]);
  return { seal, tag };
}

/**
 * Encrypts bytes for a row; `aad` is `table:id`. Result: format byte, 12 bytes of IV, ciphertext with tag. The AAD is
 * authenticated, so bytes copied to another row do not decrypt.
 */
export async function encryptBytes(
  keys: EncryptionKey,
  aad: string,
  plain: BufferSource,
): Promise<ArrayBuffer> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const algorithm = { name: 'AES-GCM', iv, additionalData: utf8Encoder.encode(aad) };
  const cipher = new Uint8Array(await crypto.subtle.encrypt(algorithm, keys.seal, plain));
  const sealed = new Uint8Array(1 + IV_BYTES + cipher.length);
  sealed[0] = FORMAT_VERSION;
  sealed.set(iv, 1);
  sealed.set(cipher, 1 + IV_BYTES);
  return sealed.buffer;
}

/**
 * Decrypts bytes that `encryptBytes` encrypted for the same AAD.
 * @throws StorageProblem `newer` for a later format; `locked` for a wrong key or AAD
 */
export async function decryptBytes(
  keys: EncryptionKey,
  aad: string,
  sealed: ArrayBuffer,
): Promise<ArrayBuffer> {
  const [format = 0] = new Uint8Array(sealed, 0, Math.min(1, sealed.byteLength));
  if (format > FORMAT_VERSION) throw new StorageProblem('newer');
  try {
    const iv = new Uint8Array(sealed, 1, IV_BYTES);
    const algorithm = { name: 'AES-GCM', iv, additionalData: utf8Encoder.encode(aad) };
    return await crypto.subtle.decrypt(algorithm, keys.seal, new Uint8Array(sealed, 1 + IV_BYTES));
  } catch (error) {
    throw new StorageProblem('locked', error);
  }
}

export const encryptJson = (keys: VaultKeys, aad: string, value: unknown): Promise<ArrayBuffer> =>
  encryptBytes(keys, aad, utf8Encoder.encode(JSON.stringify(value)));

/**
 * Decrypts JSON that `encryptJson` encrypted for the same AAD, and parses it.
 * @throws StorageProblem `locked` and `newer` as in `decryptBytes`; `damaged` when the JSON does not match the schema
 */
export async function decryptJson<Value>(
  keys: VaultKeys,
  aad: string,
  schema: z.ZodMiniType<Value>,
  sealed: ArrayBuffer,
): Promise<Value> {
  const read = schema.safeParse(tryParseJson(utf8Decoder.decode(await decryptBytes(keys, aad, sealed))));
  if (!read.success) throw new StorageProblem('damaged', read.error);
  return read.data;
}

/**
 * Same as `decryptJson`, but returns `fallback` for content that cannot be decrypted or parsed, so that readable content next
 * to it is still shown. A missing key is not such a case: `requireKeysOf` throws before.
 */
export async function decryptJsonOrFallback<Value, Fallback>(
  fallback: Fallback,
  ...sealed: Parameters<typeof decryptJson<Value>>
): Promise<Value | Fallback> {
  try {
    return await decryptJson(...sealed);
  } catch (error) {
    if (isUnreadable(error)) return fallback;
    throw error;
  }
}

/** Same as `decryptBytes`, but returns null for bytes that the existing key does not decrypt. */
export async function decryptBytesOrNull(
  ...sealed: Parameters<typeof decryptBytes>
): Promise<ArrayBuffer | null> {
  try {
    return await decryptBytes(...sealed);
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}

const toHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Imports the tag key of the device, which is common to all users (D2). */
export const importTagKey = (secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

/**
 * Returns the HMAC of the parts under a user's tag key (D3) or the device's tag key (D2). An index stores the HMAC instead of
 * the parts, so that it reveals no name.
 */
export async function hmacTag(keys: Pick<VaultKeys, 'tag'>, parts: readonly string[]): Promise<string> {
  return toHex(await crypto.subtle.sign('HMAC', keys.tag, utf8Encoder.encode(parts.join('\u001f'))));
}

export const sha256Hex = async (bytes: BufferSource): Promise<string> =>
  toHex(await crypto.subtle.digest('SHA-256', bytes));
