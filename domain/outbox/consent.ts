/**
 * What the content belongs to, so that nobody puts a consented picture on another person's evaluation. The tablet may not know
 * the evaluation's id yet; its Idempotency-Key names it, for the provider keeps both.
 */
export type ConsentTarget =
  | { readonly kind: 'evaluation' }
  | {
      readonly kind: 'photo' | 'signature';
      readonly evaluationKey: string;
      /** What travels beside a signature, as it is sent (`writeStatement`); missing where nothing does. */
      readonly statement?: string | undefined;
    }
  /**
   * Correction of a registration. `evaluationId`, in lower case: the evaluation's id, or the `X-Capture-Id` of its registration where the
   * device did not know that id when the user consented. The server accepts either.
   */
  | { readonly kind: 'correction'; readonly evaluationId: string }
  /** Picture that a correction announced, by the `X-Capture-Id` of that correction, in lower case. */
  | {
      readonly kind: 'correction_photo' | 'correction_signature';
      readonly captureId: string;
      readonly statement?: string | undefined;
    }
  /** Ids in lower case. */
  | { readonly kind: 'attachment'; readonly evaluationId: string; readonly examOrderId: string };

/**
 * What a consent says (S14): this person lets another session send exactly this content under this key. Both sides make the
 * same HMAC-SHA-256 of it: the device with the person's tag key (src/storage/vault/vault.ts), the provider with the one that
 * it derives from the vault key it keeps. So only who could open the entry can have given it, and not a byte of
 * what travels can be another.
 */
export interface ConsentTerms {
  readonly place: ConsentTarget;
  readonly capturedBy: string;
  /** The Idempotency-Key. */
  readonly key: string;
  readonly branchId: string;
  /** As in `X-Captured-At`. */
  readonly capturedAt: string;
  /** Of what `Content-Digest` covers, lower-case hex. */
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
      // Without a statement as before there were any: what was given then holds.
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

/** The parts of the HMAC, joined by the unit separator on both sides. The first one keeps it apart from every other use of the key. */
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

/** Null for anything that `writeConsent` did not write. */
export function readConsent(text: string): { readonly consentedAt: string; readonly hmac: string } | null {
  const [, consentedAt, hmac] = CONSENT.exec(text) ?? [];
  return consentedAt === undefined || hmac === undefined ? null : { consentedAt, hmac };
}
