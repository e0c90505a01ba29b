import {
  listConsentHmacParts,
  decodeConsent,
  encodeConsent,
  type ConsentTerms,
} from '#domain/outbox/consent.ts';
import { hmacTag, type VaultKeys } from './vault.ts';

/** Returns the author's consent that a colleague sends an item: an HMAC with the author's key (S14). */
export async function makeHandoverConsent(keys: VaultKeys, terms: ConsentTerms): Promise<string> {
  return encodeConsent(terms.consentedAt, await hmacTag(keys, listConsentHmacParts(terms)));
}

export async function isConsentMadeWithKey(
  keys: VaultKeys,
  consent: string | null,
  terms: Omit<ConsentTerms, 'consentedAt'>,
): Promise<boolean> {
  const given = consent === null ? null : decodeConsent(consent);
  if (!given) return false;
  return (
    given.hmac === (await hmacTag(keys, listConsentHmacParts({ ...terms, consentedAt: given.consentedAt })))
  );
}
