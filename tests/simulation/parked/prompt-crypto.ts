import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto';

/** Key in a form that the simulated IndexedDB can store. */
interface StorableKey {
  readonly raw: Uint8Array;
}
interface CipherParameters {
  readonly iv: Uint8Array;
  readonly additionalData: Uint8Array;
}
interface DerivationParameters {
  readonly salt: Uint8Array;
  readonly info: Uint8Array;
}

const TAG_BYTES = 16;
const KEY_BYTES = 32;

const byteViewOf = (data: BufferSource): Uint8Array =>
  ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
const bufferOf = (...parts: readonly Uint8Array[]): ArrayBuffer => {
  const whole = Buffer.concat(parts);
  return whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.byteLength);
};

/**
 * The same ciphers as WebCrypto's, with immediate results. WebCrypto's threads respond in any order, so a seed would not repeat
 * its history.
 */
const immediateSubtleCrypto = {
  importKey: async (_format: string, raw: BufferSource): Promise<StorableKey> => ({ raw: byteViewOf(raw) }),
  deriveKey: async ({ salt, info }: DerivationParameters, { raw }: StorableKey): Promise<StorableKey> => ({
    raw: new Uint8Array(hkdfSync('sha256', raw, salt, info, KEY_BYTES)),
  }),
  encrypt: async ({ iv, additionalData }: CipherParameters, { raw }: StorableKey, plain: BufferSource) => {
    const cipher = createCipheriv('aes-256-gcm', raw, iv).setAAD(additionalData);
    return bufferOf(cipher.update(byteViewOf(plain)), cipher.final(), cipher.getAuthTag());
  },
  decrypt: async ({ iv, additionalData }: CipherParameters, { raw }: StorableKey, sealed: BufferSource) => {
    const bytes = byteViewOf(sealed);
    const decipher = createDecipheriv('aes-256-gcm', raw, iv).setAAD(additionalData);
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return bufferOf(decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final());
  },
  sign: async (_algorithm: string, { raw }: StorableKey, data: BufferSource) =>
    bufferOf(createHmac('sha256', raw).update(byteViewOf(data)).digest()),
  digest: async (algorithm: string, data: BufferSource) =>
    bufferOf(createHash(algorithm.replace('-', '')).update(byteViewOf(data)).digest()),
};

export const immediateCrypto = {
  subtle: immediateSubtleCrypto,
  randomUUID: () => crypto.randomUUID(),
  getRandomValues: (array: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(array),
};
