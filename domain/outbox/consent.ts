/**
 * Target of the content, so that an image with consent cannot be added to another patient's evaluation. The tablet may not know
 * the evaluation's id yet; its Idempotency-Key identifies it, because the server stores both.
 */
export type ConsentTarget =
  | { readonly kind: 'evaluation' }
  | {
      readonly kind: 'photo' | 'signature';
      readonly evaluationKey: string;
      /** Statement sent with a signature, in its wire format (`writeStatement`); absent without one. */
      readonly statement?: string | undefined;
    }
  /**
   * Correction of a registration. `evaluationId`, in lower case: the evaluation's id, or the `X-Capture-Id` of its registration
   * when the device did not know that id at the time of the consent. The server accepts either.
   */
  | { readonly kind: 'correction'; readonly evaluationId: string }
  /** Image that a correction announced, by the `X-Capture-Id` of that correction, in lower case. */
  | {
      readonly kind: 'correction_photo' | 'correction_signature';
      readonly captureId: string;
      readonly statement?: string | undefined;
    }
  /** Attachment; the ids are in lower case. */
  | { readonly kind: 'attachment'; readonly evaluationId: string; readonly examOrderId: string };

/**
 * Terms of a consent (S14): the user lets another session send exactly this content under this key. Both sides compute the same
 * HMAC-SHA-256: the device with the user's tag key (src/storage/vault/vault.ts), the server with the tag key derived from the
 * stored vault key. Therefore only a user able to decrypt the entry can have given the consent, and no byte of the request can
 * differ.
 */
export interface ConsentTerms {
  readonly place: ConsentTarget;
  readonly capturedBy: string;
  /** Idempotency-Key. */
  readonly key: string;
  readonly branchId: string;
  /** Value of `X-Captured-At`. */
  readonly capturedAt: string;
  /** Digest of the bytes that `Content-Digest` covers, lower-case hex. */
  readonly sha256: string;
  /** ISO 8601. */
  readonly consentedAt: string;
}

function placeParts(place: ConsentTarget): readonly string[] {
  switch (place.kind) {
    case 'evaluation':
      return [place.kind];
    case 'photo':
    case 'signature':
      // The parts without a statement are the same as before statements existed, so that older consents stay valid.
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
 * Returns the parts of the HMAC, which both sides join with the unit separator. The first part separates it from every other
 * use of the key.
 */
export const consentParts = (terms: ConsentTerms): readonly string[] => [
  'consent v1',
  terms.capturedBy,
  terms.key,
  terms.branchId,
  terms.capturedAt,
  terms.sha256,
  terms.consentedAt,
  ...placeParts(terms.place),
];

export const writeConsent = (consentedAt: string, hmac: string): string => `v1 ${consentedAt} ${hmac}`;

const CONSENT = /^v1 (\S{1,40}) ([0-9a-f]{64})$/;

/** Parses a consent; returns null for any text that `writeConsent` did not write. */
export function readConsent(text: string): { readonly consentedAt: string; readonly hmac: string } | null {
  const [, consentedAt, hmac] = CONSENT.exec(text) ?? [];
  return consentedAt === undefined || hmac === undefined ? null : { consentedAt, hmac };
}
