/** Consent to send another user's capture; the server has verified its HMAC. */
export interface VerifiedConsent {
  readonly consentedAt: Date;
  readonly terms: readonly string[];
  readonly hmac: Buffer;
}

/** User who confirmed the capture. `consent` is null when this user also sends it. */
export interface Author {
  readonly id: string;
  readonly consent: VerifiedConsent | null;
}
