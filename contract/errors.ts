import { z } from 'zod';

/**
 * Every code the provider answers with, its HTTP status and when it is sent.
 * Programs decide by code and status; `message` is for people only (spec §8).
 */
export const ERROR_STATUS = {
  /** The body is not JSON, not multipart, or cut short. */
  malformed_request: 400,
  /** A field breaks a rule of spec §5; `details` names each. */
  validation_failed: 400,
  /** The received bytes do not have the announced digest. */
  digest_mismatch: 400,
  /** The token of a link is unknown, used or late. */
  token_invalid: 400,
  /** No session, or it has ended. */
  unauthenticated: 401,
  /** Sign-in: unknown address or wrong password, indistinguishable; change of password: the current one is not this. */
  invalid_credentials: 401,
  /** The session lacks the permission that the route names. */
  forbidden: 403,
  /** The user has no branch to act for (spec §8). */
  branch_not_resolved: 403,
  /** `X-Branch-Id` or the record's branch is not one the user may act for. */
  branch_forbidden: 403,
  /** `X-Captured-By` is not the session's user: the queue of somebody else (S14). */
  session_of_another: 403,
  /** `X-Consent` is not what the person named by `X-Captured-By` gave for exactly this content under this key (S14). */
  consent_invalid: 403,
  /** Sign-in of a suspended or invited account with the right password. */
  account_inactive: 403,
  /** A change that comes from another origin. */
  origin_forbidden: 403,
  /** An address of the API that was opened as a page, picture or frame: only the app asks for it (S26). */
  navigation_forbidden: 403,
  /** The device's reports carry another key than this one: whoever sends it is not that device (S24). */
  device_of_another: 403,
  /** Nothing by that id or address, or not for this branch. */
  not_found: 404,
  /** The address is there for other methods; `Allow` names them. */
  method_not_allowed: 405,
  /** The body did not arrive in time, or too slowly for any link of a clinic: to be sent again. */
  request_timeout: 408,
  /** The same key is being executed right now; ask again. */
  idempotency_in_progress: 409,
  /** The evaluation of this confirmation was made under another key: it came from another device (S7, S14). */
  already_registered: 409,
  /** The document is known under names that cannot be the same person's; `details` says whose (S15). */
  document_of_another: 409,
  /** The evaluation already holds a media item of that type under another key. */
  media_exists: 409,
  /** The evaluation is closed: reopen it before anything of it is changed. */
  evaluation_closed: 409,
  /** The evaluation is not closed: there is nothing to reopen and nothing to print. */
  evaluation_open: 409,
  /** Signing: the checklist of spec §4 is not met; `details` names each requirement that is missing. */
  requirements_missing: 409,
  /** Another row of the catalogue has this code; `details` names the field. */
  code_taken: 409,
  /** Another account has this address; `details` names the field. */
  email_taken: 409,
  /** A change by which an administrator would shut themselves out. */
  self_lockout: 409,
  /** A change that would leave nobody active with user_management. */
  last_administrator: 409,
  /** Suspending who is not active, activating who is. */
  status_unchanged: 409,
  /** `If-Match` names another state of the record than the one that is there now. */
  precondition_failed: 412,
  file_too_large: 413,
  /** The route does not take this kind of body. */
  unsupported_media_type: 415,
  /** The file's content is not of an allowed kind, whatever its name says, or cannot be decoded. */
  file_invalid: 422,
  /** The key was used before for another request. */
  idempotency_mismatch: 422,
  /**
   * The device's proof is right but of another time, or used before (S26). No session has ended: `X-Provider-Time` says the time, and
   * another proof of the same key is taken.
   */
  proof_stale: 425,
  rate_limited: 429,
  internal: 500,
  /** The provider behind this address (PROVIDER_URL) cannot be reached, or broke off. */
  bad_gateway: 502,
  unavailable: 503,
  /** It did not answer in time. */
  gateway_timeout: 504,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
export const ERROR_CODES = Object.keys(ERROR_STATUS) as ErrorCode[];

/** One message beside one field; `field` is the wire's name, dotted for nested ones (`patient.first_name`). */
export const FieldProblem = z.object({ field: z.string(), message: z.string() });
export type FieldProblem = z.infer<typeof FieldProblem>;

/** What this provider sends with every error. */
export const ErrorBody = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  details: z.array(FieldProblem),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** What the app accepts as an error: also that of a provider without `code`, or with `error` for `message` (spec §3). */
export const AnyErrorBody = z.object({
  code: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  details: z.array(FieldProblem).catch([]).default([]),
});
export type AnyErrorBody = z.infer<typeof AnyErrorBody>;
