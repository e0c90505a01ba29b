/**
 * Headers that this product adds to the base contract (server/openapi). Names are in lower case, as Node and fetch return them.
 */
export const HEADER = {
  /** Idempotency key of the outbox item; it is identical for every send of the same content (S7). */
  idempotencyKey: 'idempotency-key',
  /**
   * Response header: `stored` when the server executed the request now, `replayed` when it returns the result of an earlier
   * execution.
   */
  idempotencyStatus: 'idempotency-status',
  /**
   * UUID of the confirmation that produced the request. The UUID stays the same on every tablet and after corrections, so that
   * one confirmation creates only one evaluation (S7, S14).
   */
  captureId: 'x-capture-id',
  /** Time of the confirmation, corrected to the server's clock (S15). ISO 8601. */
  capturedAt: 'x-captured-at',
  /**
   * User who confirmed the capture. The server rejects the request unless this user is signed in or the header `consent` is
   * valid (S14).
   */
  capturedBy: 'x-captured-by',
  /**
   * Consent of the user who confirmed the capture (S14): the user agrees that another user's session sends it. The format is
   * `v1 <instant of the consent> <HMAC-SHA-256, hex>`; the HMAC covers the parts that domain/outbox/consent.ts lists. The
   * header may be absent only when the session belongs to the user who confirmed the capture.
   */
  consent: 'x-consent',
  /** Branch of the capture. The server rejects the request unless the user may act for that branch (S14). */
  branchId: 'x-branch-id',
  /**
   * Queue number that the tablet gave the patient, sent with the registration (S28). An invalid number does not reject the
   * request, because the number is only displayed.
   */
  turn: 'x-turn',
  /**
   * Text, time, device and signer of a patient's signature, sent with the upload of its image: `SignatureStatement` as JSON in
   * ASCII.
   */
  signatureStatement: 'x-signature-statement',
  /** SHA-256 of the JSON body, or of the file part of an upload, in the form of RFC 9530: `sha-256=:base64:`. */
  contentDigest: 'content-digest',
  /**
   * `1` when the device prefetches data for offline use that no user has opened (R2). Any client can send this header, so the
   * server logs the read as `copy_kept` only if a prefetch run of the app could include it; it logs any other read as an access
   * by the user.
   */
  prefetch: 'x-prefetch',
  /**
   * Proof that the request comes from the device on which the user signed in (RFC 9449, contract/device-proof.ts). Sign-in
   * binds the session to the device's key; after that, the cookie alone does not authenticate (S26).
   */
  proof: 'dpop',
  /**
   * Proof under the permanent key of the device, sent with the device's report (S24) and at sign-in. A sign-in with this proof
   * has its own rate limit.
   */
  deviceProof: 'x-device-proof',
  /**
   * Server time in milliseconds since 1970, sent when a proof is too old or too new. `Date` is not used, because a proxy may
   * replace it.
   */
  providerTime: 'x-provider-time',
  /** Response header: id of the request in the server's log. Users quote it when they request support (`REQUEST_ID_HEADERS`). */
  requestId: 'x-request-id',
} as const;

/** Pattern of a request id from any server; the app ignores an id that does not match. */
export const REQUEST_ID_PATTERN = /^[\w.:-]{1,64}$/;

export const IDEMPOTENCY_STATUSES = ['stored', 'replayed'] as const;
export type IdempotencyStatus = (typeof IDEMPOTENCY_STATUSES)[number];
