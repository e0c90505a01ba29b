import * as z from 'zod/mini';

/**
 * Error codes of the server with their HTTP status; server/openapi/codes.ts describes the situations for each code. The app
 * decides by code and status, and only shows `message` to users (P8).
 */
export const HTTP_STATUS_BY_ERROR_CODE = {
  malformed_request: 400,
  validation_failed: 400,
  digest_mismatch: 400,
  token_invalid: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  forbidden: 403,
  branch_not_resolved: 403,
  branch_forbidden: 403,
  session_of_another: 403,
  consent_invalid: 403,
  account_inactive: 403,
  origin_forbidden: 403,
  navigation_forbidden: 403,
  device_of_another: 403,
  signature_of_another: 403,
  not_found: 404,
  concept_not_kept: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  idempotency_in_progress: 409,
  already_registered: 409,
  document_of_another: 409,
  media_exists: 409,
  evaluation_closed: 409,
  evaluation_open: 409,
  requirements_missing: 409,
  confirmation_missing: 409,
  license_expired: 409,
  code_taken: 409,
  email_taken: 409,
  self_lockout: 409,
  last_administrator: 409,
  status_unchanged: 409,
  expected_list_cancelled: 409,
  expected_list_closed: 409,
  expected_list_open: 409,
  expected_list_early: 409,
  expected_person_registered: 409,
  notice_exists: 409,
  notice_without_people: 409,
  notice_changed: 409,
  too_many_notices: 409,
  mail_not_configured: 409,
  precondition_failed: 412,
  file_too_large: 413,
  unsupported_media_type: 415,
  file_invalid: 422,
  too_many_rows: 422,
  idempotency_mismatch: 422,
  proof_stale: 425,
  rate_limited: 429,
  internal: 500,
  bad_gateway: 502,
  unavailable: 503,
  gateway_timeout: 504,
} as const;

export type ErrorCode = keyof typeof HTTP_STATUS_BY_ERROR_CODE;
export const ERROR_CODES = Object.keys(HTTP_STATUS_BY_ERROR_CODE) as ErrorCode[];

/** Error message for one field. `field` is the name in the JSON body, with dots for nested fields (`patient.first_name`). */
export const FieldProblem = z.object({ field: z.string(), message: z.string() });
export type FieldProblem = z.infer<typeof FieldProblem>;

export const ErrorBody = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  details: z.array(FieldProblem),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** Error body that the app accepts from any server: `code` may be missing, and `error` may replace `message` (P3). */
export const AnyErrorBody = z.object({
  code: z.catch(z.optional(z.string()), undefined),
  message: z.catch(z.optional(z.string()), undefined),
  error: z.catch(z.optional(z.string()), undefined),
  details: z._default(z.catch(z.array(FieldProblem), []), []),
});
export type AnyErrorBody = z.infer<typeof AnyErrorBody>;
