import { consentParts, readConsent, writeConsent, type ConsentTerms } from '#domain/outbox/consent.ts';
import { tagOf, type VaultKeys } from './vault.ts';

/** Under the keys of who consents. */
export async function giveConsent(keys: VaultKeys, terms: ConsentTerms): Promise<string> {
  return writeConsent(terms.consentedAt, await tagOf(keys, consentParts(terms)));
}

/** Whether the owner of the keys consented to exactly these terms. */
export async function isOwnConsent(
  keys: VaultKeys,
  consent: string | null,
  terms: Omit<ConsentTerms, 'consentedAt'>,
): Promise<boolean> {
  const given = consent === null ? null : readConsent(consent);
  if (!given) return false;
  return given.hmac === (await tagOf(keys, consentParts({ ...terms, consentedAt: given.consentedAt })));
}
