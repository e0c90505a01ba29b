/** Headers that this product adds to the base contract's calls (server/description). Node and fetch both fold names to lower case. */
export const HEADER = {
  /** The outbox item's key; the same on every send of the same content (S7). */
  idempotencyKey: 'idempotency-key',
  /** Answer: `stored` for the first execution, `replayed` for a repetition. */
  idempotencyStatus: 'idempotency-status',
  /**
   * The confirmation that this belongs to, a UUID: the same on whichever tablet it lies and however often it is corrected, so that
   * one confirmation makes one evaluation (S7, S14).
   */
  captureId: 'x-capture-id',
  /** When the person confirmed it, corrected to the provider's clock (S15). ISO 8601. */
  capturedAt: 'x-captured-at',
  /** The user who confirmed it; refused unless the session is theirs or `consent` holds (S14). */
  capturedBy: 'x-captured-by',
  /**
   * How whoever confirmed it lets this session send it (S14): `v1 <instant of the consent> <HMAC-SHA-256, hex>` over what
   * domain/outbox/consent.ts lists. Without it the session has to be of the same person.
   */
  consent: 'x-consent',
  /** The branch where it was captured; refused unless the user may act for it (S14). */
  branchId: 'x-branch-id',
  /** The turn that the tablet gave the person, beside the registration (S28). It decides nothing: what is no turn is passed over. */
  turn: 'x-turn',
  /** What was signed, when, where and by whom, beside the upload of a signature: `SignatureStatement` as JSON in ASCII. */
  signatureStatement: 'x-signature-statement',
  /** RFC 9530 form `sha-256=:base64:`. Over the JSON body's bytes, or over the file part's bytes of an upload. */
  contentDigest: 'content-digest',
  /**
   * `1` on a read that nobody asked for: the device keeps a copy for later (R2). The log says so (`copy_kept`) of what the app's
   * own round takes; anything else is a reading, whatever it calls itself.
   */
  prefetch: 'x-prefetch',
  /**
   * A proof that the call comes from the device that signed in (RFC 9449, contract/device-proof.ts). With a sign-in it binds the new
   * session to the device's key; from then on the cookie alone is worth nothing (S26).
   */
  proof: 'dpop',
  /** The same of the key by which a device is known for good; on its report (S24), and on a sign-in, which then has its own limit. */
  deviceProof: 'x-device-proof',
  /** Sent when a proof is too old or too new: the provider's time in milliseconds since 1970. A proxy may replace `Date`. */
  providerTime: 'x-provider-time',
  /** Answer: what the provider's log calls this call. Whoever asks for help tells it (`REQUEST_ID`). */
  requestId: 'x-request-id',
} as const;

/** An id as any provider may give it; what is longer, or has other signs, is none. */
export const REQUEST_ID = /^[\w.:-]{1,64}$/;

export const IDEMPOTENCY_STATUSES = ['stored', 'replayed'] as const;
export type IdempotencyStatus = (typeof IDEMPOTENCY_STATUSES)[number];
