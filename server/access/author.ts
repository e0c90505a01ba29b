/** A verified consent. */
export interface Consent {
  readonly consentedAt: Date;
  readonly terms: readonly string[];
  readonly hmac: Buffer;
}

/** User who confirmed the data that a session sends; the consent is null if this is the session's own user. */
export interface Author {
  readonly id: string;
  readonly consent: Consent | null;
}
