import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Same label as src/storage/vault/vault.ts uses to derive the key on the device. */
const TAG_KEY_INFO = 'ventanilla tag v1';
const KEY_BYTES = 32;
const SEPARATOR = '\u001f';

/** Returns the HMAC of the terms under the tag key, which the user's devices have, too. */
export function tagHmac(vaultKey: Buffer, terms: readonly string[]): Buffer {
  const tagKey = hkdfSync('sha256', vaultKey, Buffer.alloc(KEY_BYTES), TAG_KEY_INFO, KEY_BYTES);
  return createHmac('sha256', Buffer.from(tagKey)).update(terms.join(SEPARATOR)).digest();
}

/** Returns whether the user of the vault key has consented to exactly these terms (`consentParts`). */
export const isConsentOf = (vaultKey: Buffer, terms: readonly string[], hmac: Buffer): boolean => {
  const expected = tagHmac(vaultKey, terms);
  return hmac.length === expected.length && timingSafeEqual(hmac, expected);
};
