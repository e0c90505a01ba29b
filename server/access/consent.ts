import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Label for deriving the tag key; src/storage/vault/vault.ts uses the same label on the device. */
const TAG_KEY_INFO = 'ventanilla tag v1';
const KEY_BYTES = 32;
const SEPARATOR = '\u001f';

/** Returns the HMAC of the terms under the tag key. The user's devices have the same key, so they can compute the same HMAC. */
export function hmacOfTerms(vaultKey: Buffer, terms: readonly string[]): Buffer {
  const tagKey = hkdfSync('sha256', vaultKey, Buffer.alloc(KEY_BYTES), TAG_KEY_INFO, KEY_BYTES);
  return createHmac('sha256', Buffer.from(tagKey)).update(terms.join(SEPARATOR)).digest();
}

/**
 * Returns whether the owner of the vault key consented to exactly these terms of a transfer by another session
 * (`consentParts`).
 */
export const isConsentOf = (vaultKey: Buffer, terms: readonly string[], hmac: Buffer): boolean => {
  const expected = hmacOfTerms(vaultKey, terms);
  return hmac.length === expected.length && timingSafeEqual(hmac, expected);
};
