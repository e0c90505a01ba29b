import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** As src/storage/vault/vault.ts derives and uses it on the device. */
const TAG_KEY_INFO = 'ventanilla tag v1';
const KEY_BYTES = 32;
const SEPARATOR = '\u001f';

/** Under the tag key that the user's devices have, too. */
export function tagHmac(vaultKey: Buffer, terms: readonly string[]): Buffer {
  const tagKey = hkdfSync('sha256', vaultKey, Buffer.alloc(KEY_BYTES), TAG_KEY_INFO, KEY_BYTES);
  return createHmac('sha256', Buffer.from(tagKey)).update(terms.join(SEPARATOR)).digest();
}

/** Whether the holder of the vault key has consented to exactly these terms (`consentParts`). */
export const isConsentOf = (vaultKey: Buffer, terms: readonly string[], hmac: Buffer): boolean => {
  const expected = tagHmac(vaultKey, terms);
  return hmac.length === expected.length && timingSafeEqual(hmac, expected);
};
