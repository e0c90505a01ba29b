/**
 * Headers that this product adds to the requests of the base contract (server/openapi). Node and fetch both convert names
 * to lower case.
 */
export const HEADER = {
  /** Key of the outbox item; identical for every send of the same content (S7). */
  idempotencyKey: 'idempotency-key',
  /** Response header: `stored` for the first execution, `replayed` for a repetition. */
  idempotencyStatus: 'idempotency-status',
  /**
   * UUID of the confirmation that the request belongs to. It is the same on every tablet and after every correction, so that
   * one confirmation makes one evaluation (S7, S14).
   */
  captureId: 'x-capture-id',
  /** Time of the confirmation, corrected to the server's clock (S15). ISO 8601. */
  capturedAt: 'x-captured-at',
  /**
   * User who confirmed the capture. The server rejects the request unless the session belongs to that user or `consent` is
   * valid (S14).
   */
  capturedBy: 'x-captured-by',
  /**
   * Consent of the user who confirmed the capture, which lets the session of another user send it (S14): `v1 <instant of the
   * consent> <HMAC-SHA-256, hex>` over the parts that domain/outbox/consent.ts lists. The header is required unless the session
   * belongs to the same user.
   */
  consent: 'x-consent',
  /** Branch of the capture. The server rejects the request unless the user may act for that branch (S14). */
  branchId: 'x-branch-id',
  /**
   * Queue number that the tablet gave the patient, sent with the registration (S28). No decision depends on it: the server
   * ignores an invalid number.
   */
  turn: 'x-turn',
  /** Text, time, device and signer of a signature, sent with its upload: `SignatureStatement` as JSON in ASCII. */
  signatureStatement: 'x-signature-statement',
  /** RFC 9530 form `sha-256=:base64:`, over the bytes of the JSON body or of the file part of an upload. */
  contentDigest: 'content-digest',
  /**
   * `1` on a read that no user requested: the device keeps a cached copy for later (R2). The server logs reads of the app's own
   * prefetch run as `copy_kept`; it logs any other read as an access by the user, regardless of this header.
   */
  prefetch: 'x-prefetch',
  /**
   * Proof that the request comes from the device that signed in (RFC 9449, contract/device-proof.ts). At sign-in it binds the
   * new session to the device's key; from then on the cookie alone does not authenticate (S26).
   */
  proof: 'dpop',
  /**
   * Proof under the permanent key of the device, sent with the device's report (S24) and at sign-in. Sign-ins with this proof
   * have a separate rate limit.
   */
  deviceProof: 'x-device-proof',
  /** Server time in milliseconds since 1970, sent when a proof is too old or too new. A proxy may replace `Date`. */
  providerTime: 'x-provider-time',
  /** Response header: id of the request in the server's log. Users quote it when they request support (`REQUEST_ID`). */
  requestId: 'x-request-id',
} as const;

/** Pattern of an id from any server; a longer id, or one with other characters, is ignored. */
export const REQUEST_ID = /^[\w.:-]{1,64}$/;

export const IDEMPOTENCY_STATUSES = ['stored', 'replayed'] as const;
export type IdempotencyStatus = (typeof IDEMPOTENCY_STATUSES)[number];
