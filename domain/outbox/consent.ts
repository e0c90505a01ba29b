/**
 * Evaluation or correction to which the content belongs, so that an image sent with consent cannot be added to another
 * patient's evaluation. An image names the Idempotency-Key of its evaluation, because the tablet may not know the evaluation's
 * id yet.
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
   * Correction of a registration. `evaluationId` is in lower case. It is the evaluation's id, or the `X-Capture-Id` of the
   * registration when the device did not know the id at the time of the consent; the server accepts either.
   */
  | { readonly kind: 'correction'; readonly evaluationId: string }
  /** Image that a correction announced. `captureId` is the `X-Capture-Id` of that correction, in lower case. */
  | {
      readonly kind: 'correction_photo' | 'correction_signature';
      readonly captureId: string;
      readonly statement?: string | undefined;
    }
  /** Attachment; the ids are in lower case. */
  | { readonly kind: 'attachment'; readonly evaluationId: string; readonly examOrderId: string };

/**
 * Terms of a consent (S14): the user allows another session to send exactly this content under this key. Device and server
 * compute the same HMAC-SHA-256 of the terms: the device with the user's tag key (src/storage/vault/vault.ts), the server with
 * the tag key derived from the stored vault key. Therefore only a user able to decrypt the entry can have given the consent,
 * and no byte of the request can differ.
 */
export interface ConsentTerms {
  readonly place: ConsentTarget;
  readonly capturedBy: string;
  /** Idempotency-Key of the request. */
  readonly key: string;
  readonly branchId: string;
  /** Value of `X-Captured-At`. */
  readonly capturedAt: string;
  /** Digest of the bytes that `Content-Digest` covers, lower-case hex. */
  readonly sha256: string;
  /** Time of the consent, ISO 8601. */
  readonly consentedAt: string;
}

function placeParts(place: ConsentTarget): readonly string[] {
  switch (place.kind) {
    case 'evaluation':
      return [place.kind];
    case 'photo':
    case 'signature':
      // A consent without a statement has the same parts as before statements existed, so that older consents stay valid.
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
 * keeps the HMAC different from those of all other uses of the key.
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
