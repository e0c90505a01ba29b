import { HTTP_STATUS_BY_ERROR_CODE, type ErrorCode } from '#contract/errors.ts';
import type { Route } from '#contract/routes/definition/route.ts';
import type { FullCallDescription } from './call-description.ts';

/** Situations in which the server sends each error code; written for developers of clients. */
export const ERROR_CODE_DESCRIPTIONS: Record<ErrorCode, string> = {
  malformed_request:
    'The request cannot be parsed: its JSON, a multipart part or a header is malformed, or the body is incomplete.',
  validation_failed: 'A field breaks a rule; `details` names each such field.',
  digest_mismatch: 'The received bytes do not match `Content-Digest`: send them again.',
  token_invalid: 'The token of the link is unknown, used or expired.',
  unauthenticated: 'The request has no session, or its session has ended.',
  invalid_credentials:
    'The address is unknown or the password is wrong, and the response does not reveal which; or the current password is wrong.',
  forbidden: 'The session lacks the permission.',
  branch_not_resolved: 'The session has no active branch.',
  branch_forbidden:
    'The user may not act for the branch in `X-Branch-Id` or for the branch of the record, or the request names another branch than the active one.',
  session_of_another: 'The session does not belong to the user in `X-Captured-By` or `user_id`.',
  consent_invalid:
    '`X-Consent` is not the author’s consent to exactly this content under this `Idempotency-Key`.',
  account_inactive: 'The password is correct, but the account is suspended or not activated yet.',
  origin_forbidden: 'A page of another origin sent a request for a change.',
  navigation_forbidden: 'A browser opened the address as a page, image or frame.',
  device_of_another:
    'The report is not signed with the key of the earlier reports of this device, so another device sent it.',
  signature_of_another:
    'In this branch only a doctor’s own user may sign as that doctor, and the session belongs to another user.',
  not_found: 'No record has this id or address, or the record belongs to another branch.',
  concept_not_kept:
    'The concept of this signed version was never generated while the version was valid, so no file exists.',
  method_not_allowed: 'The address does not support this method; `Allow` lists the supported ones.',
  request_timeout: 'The body arrived too slowly: send the request again.',
  idempotency_in_progress: 'Another request with the same key is being executed: retry after `Retry-After`.',
  already_registered:
    'The evaluation or correction of this confirmation arrived before under another key, from another device.',
  document_of_another:
    'The document belongs to a patient whose names cannot be those of the same patient; `details` names the patient within the limit of lookups.',
  media_exists: 'The evaluation already has an image of this type, and no correction announced this one.',
  evaluation_closed: 'The evaluation is closed: reopen it first.',
  evaluation_open: 'The evaluation is not closed, so it cannot be reopened or printed.',
  requirements_missing: 'A requirement for signing is not met; `details` names it.',
  confirmation_missing:
    'The user who signs must confirm something that the request does not contain; `details` names it.',
  license_expired: 'The doctor’s licence has expired; `details` states the day.',
  code_taken: 'Another row of the catalogue has this code; `details` names the field.',
  email_taken: 'Another account has this address; `details` names the field.',
  self_lockout: 'Administrators cannot suspend themselves or remove their own `user_management` permission.',
  last_administrator: 'The change would leave no active user with the `user_management` permission.',
  status_unchanged: 'The account already has this status.',
  expected_list_cancelled: 'The list is cancelled, so its people cannot be changed.',
  expected_list_closed: 'The list is closed: reopen it first.',
  expected_list_open: 'The list is not closed: close it first.',
  expected_list_early: 'The day of the list has not begun.',
  expected_person_registered:
    'The expected patient is registered, so that the announced data cannot be changed.',
  notice_exists: 'A notice of this list was sent, is being sent, or waits to be sent.',
  notice_without_people: 'All people of the list came, so a notice would contain no name.',
  notice_changed: 'The notice is no longer the one with this `digest`: show it again.',
  too_many_notices: 'The notice of this list was mailed too often without success: send it by another way.',
  mail_not_configured: 'The server sends no mail: copy the text and set `is_copied`.',
  precondition_failed: '`If-Match` names a state other than the current one.',
  file_too_large: 'The body or its file is too large.',
  unsupported_media_type: 'The call does not accept this content type.',
  too_many_rows: 'The filters match more rows than a file may have.',
  file_invalid:
    'The content of the file is not of an allowed type, regardless of its name, or cannot be decoded.',
  idempotency_mismatch: 'The key, or the id that the client made, was used before for a different request.',
  proof_stale:
    'The time of the proof is wrong, or the proof was used before: create a new one with the same key and the time in `X-Provider-Time`.',
  rate_limited:
    'The client sent too many requests at once or made too many attempts: retry after `Retry-After`.',
  internal: 'An unexpected error occurred.',
  bad_gateway: 'The server behind this address cannot be reached.',
  unavailable: 'The service is busy or its database is unavailable: retry after `Retry-After`.',
  gateway_timeout: 'The server behind this address did not respond before the deadline.',
};

/**
 * Error codes that no documented call returns: the server sends them for an unsupported method, or when it forwards requests to
 * another server.
 */
export const CODES_OUTSIDE_CALLS: readonly ErrorCode[] = [
  'method_not_allowed',
  'bad_gateway',
  'gateway_timeout',
];

type ErrorCodeRule = readonly [holds: boolean, ...codes: ErrorCode[]];

function errorCodeRulesOf(route: Route, { makesRow, bytes, headers }: FullCallDescription): ErrorCodeRule[] {
  const { access, body, method, params, path, query } = route;
  const namesRow = /\/:(?:id|code)\b|\*|^\/me\/branch\b/.test(path);
  return [
    [true, 'malformed_request', 'internal', 'unavailable'],
    [method !== 'GET', 'origin_forbidden', 'request_timeout', 'digest_mismatch'],
    [method !== 'GET', 'file_too_large', 'unsupported_media_type'],
    [access !== 'public', 'unauthenticated', 'navigation_forbidden', 'proof_stale'],
    [typeof access !== 'string', 'forbidden'],
    [route.bindsKey === true, 'proof_stale'],
    [Boolean(params ?? query ?? body) || path.includes('*'), 'validation_failed'],
    [namesRow && !makesRow, 'not_found'],
    [body === 'multipart', 'file_invalid', 'rate_limited'],
    [route.largeBody === true || route.bodyRows !== undefined, 'rate_limited'],
    [bytes !== undefined, 'rate_limited'],
    [route.branch === true, 'branch_not_resolved'],
    [route.idempotent === true, 'idempotency_in_progress', 'idempotency_mismatch'],
    [route.idempotent === true, 'branch_forbidden', 'session_of_another', 'consent_invalid'],
    [headers?.includes('X-Branch-Id') === true, 'branch_forbidden'],
    [route.ifMatch === true, 'precondition_failed'],
  ];
}

/** Returns every error code that the call can return, in the order of contract/errors.ts. */
export function errorCodesOf(route: Route, description: FullCallDescription): ErrorCode[] {
  const brought = errorCodeRulesOf(route, description).flatMap(([holds, ...codes]) => (holds ? codes : []));
  const all = new Set([...brought, ...(description.codes ?? [])]);
  return (Object.keys(HTTP_STATUS_BY_ERROR_CODE) as ErrorCode[]).filter((code) => all.has(code));
}
