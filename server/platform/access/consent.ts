import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Label for the derivation of the tag key. The device uses the same label (src/storage/vault/vault.ts). */
const TAG_KEY_INFO = 'ventanilla tag v1';
const KEY_BYTES = 32;
const TERMS_SEPARATOR = '\u001f';

/** Returns the HMAC of the terms under the user's tag key. The user's devices have the same key and compute the same HMAC. */
export function hmacOfConsentTerms(vaultKey: Buffer, terms: readonly string[]): Buffer {
  const tagKey = hkdfSync('sha256', vaultKey, Buffer.alloc(KEY_BYTES), TAG_KEY_INFO, KEY_BYTES);
  return createHmac('sha256', Buffer.from(tagKey)).update(terms.join(TERMS_SEPARATOR)).digest();
}

/**
 * Returns true if `hmac` proves that the owner of the vault key allowed another session to send under exactly these terms
 * (`listConsentHmacParts`).
 */
export const isValidConsentHmac = (vaultKey: Buffer, terms: readonly string[], hmac: Buffer): boolean => {
  const expected = hmacOfConsentTerms(vaultKey, terms);
  return hmac.length === expected.length && timingSafeEqual(hmac, expected);
};
