/** A consent as it was checked. */
export interface Consent {
  readonly consentedAt: Date;
  readonly terms: readonly string[];
  readonly hmac: Buffer;
}

/** Who confirmed what a session sends; the consent is null where it is the session's own user. */
export interface Author {
  readonly id: string;
  readonly consent: Consent | null;
}
