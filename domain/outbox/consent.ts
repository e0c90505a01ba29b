/**
 * Evaluation or correction to which the content belongs. The consent names it, so that an image cannot be added to another
 * patient's evaluation. The consent to an image names the Idempotency-Key of its evaluation, because the tablet may not know
 * the evaluation's id yet.
 */
export type ConsentTarget =
  | { readonly kind: 'evaluation' }
  | {
      readonly kind: 'photo' | 'signature';
      readonly evaluationKey: string;
      /** Statement of a signature in its wire format (`formatStatementHeader`); absent without a statement. */
      readonly statement?: string | undefined;
    }
  /**
   * Correction of a registration. `evaluationId` is in lower case. It is the evaluation's id, or the registration's
   * `X-Capture-Id` when the device did not know the id at the time of the consent; the server accepts both.
   */
  | { readonly kind: 'correction'; readonly evaluationId: string }
  /** Retaken image of a correction. `captureId` is the `X-Capture-Id` of the correction, in lower case. */
  | {
      readonly kind: 'correction_photo' | 'correction_signature';
      readonly captureId: string;
      readonly statement?: string | undefined;
    }
  /** Attachment; the ids are in lower case. */
  | { readonly kind: 'attachment'; readonly evaluationId: string; readonly examOrderId: string };

/**
 * Terms of a consent (S14): the user allows another user's session to send exactly this content under this key. Device and
 * server compute the same HMAC-SHA-256 of the terms: the device with the user's tag key (src/storage/vault/vault.ts), the
 * server with the tag key derived from the stored vault key. Therefore only a user who can decrypt the entry can give the
 * consent, and a change of any byte of the request is detected.
 */
export interface ConsentTerms {
  readonly place: ConsentTarget;
  readonly capturedBy: string;
  readonly key: string;
  readonly branchId: string;
  readonly capturedAt: string;
  /** Digest of the bytes that `Content-Digest` covers, as lower-case hex. */
  readonly sha256: string;
  readonly consentedAt: string;
}

function listConsentTargetParts(place: ConsentTarget): readonly string[] {
  switch (place.kind) {
    case 'evaluation':
      return [place.kind];
    case 'photo':
    case 'signature':
      // Without a statement, the parts are the same as in versions that had no statements, so that older consents stay valid.
      return [place.kind, place.evaluationKey, ...(place.statement === undefined ? [] : [place.statement])];
    case 'correction':
      return [place.kind, place.evaluationId];
    case 'correction_photo':
    case 'correction_signature':
      return [place.kind, place.captureId, ...(place.statement === undefined ? [] : [place.statement])];
    case 'attachment':
      return [place.kind, place.evaluationId, place.examOrderId];
  }
}

/**
 * Returns the parts that the HMAC of a consent covers; device and server join them with the unit separator. The first part
 * makes the HMAC differ from all other HMACs under this key.
 */
export const listConsentHmacParts = (terms: ConsentTerms): readonly string[] => [
  'consent v1',
  terms.capturedBy,
  terms.key,
  terms.branchId,
  terms.capturedAt,
  terms.sha256,
  terms.consentedAt,
  ...listConsentTargetParts(terms.place),
];

export const encodeConsent = (consentedAt: string, hmac: string): string => `v1 ${consentedAt} ${hmac}`;

const CONSENT_PATTERN = /^v1 (\S{1,40}) ([0-9a-f]{64})$/;

/** Parses a consent; returns null for a text that `encodeConsent` did not write. */
export function decodeConsent(text: string): { readonly consentedAt: string; readonly hmac: string } | null {
  const [, consentedAt, hmac] = CONSENT_PATTERN.exec(text) ?? [];
  return consentedAt === undefined || hmac === undefined ? null : { consentedAt, hmac };
}
