/** Consent whose HMAC the server has verified. */
export interface VerifiedConsent {
  readonly consentedAt: Date;
  readonly terms: readonly string[];
  readonly hmac: Buffer;
}

/** User who confirmed the data that a session sends. `consent` is null when that user is the user of the session. */
export interface Author {
  readonly id: string;
  readonly consent: VerifiedConsent | null;
}
