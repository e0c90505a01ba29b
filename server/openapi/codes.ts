import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts';
import { type Route, idParams } from '#contract/routes/route.ts';
import type { AnyCallDescription } from './call-description.ts';

/** Situations in which the server sends each error code; written for developers of clients. */
export const CODE_TEXTS: Record<ErrorCode, string> = {
  malformed_request: 'The request cannot be read: its JSON, its parts, or a header; or it was cut short.',
  validation_failed: 'A field breaks a rule; `details` names each.',
  digest_mismatch: 'The bytes that arrived do not have the announced digest: send them again.',
  token_invalid: 'The token of the link is unknown, used or late.',
  unauthenticated: 'No session, or it has ended.',
  invalid_credentials:
    'The address is unknown or the password is wrong, nothing tells which; or the current password is not this.',
  forbidden: 'The session lacks the permission.',
  branch_not_resolved: 'The session has no branch to act for.',
  branch_forbidden: '`X-Branch-Id`, or the record’s branch, is not one that the user may act for.',
  session_of_another: 'The session is of another user than the one that `X-Captured-By` names.',
  consent_invalid: '`X-Consent` is not what that person gave for exactly this content under this key.',
  account_inactive: 'The password is right, and the account is suspended or has not been activated.',
  origin_forbidden: 'A change that a page of another origin makes.',
  navigation_forbidden: 'A browser opened the address as a page, picture or frame.',
  device_of_another: 'The reports of this device carry another key: whoever sends it is not that device.',
  signature_of_another:
    'In this branch a doctor is signed for by their own user alone, and the session is not that user’s.',
  not_found: 'Nothing by that id or address, or not for this branch.',
  concept_not_kept:
    'That version was closed, and its concept was never made while it held: there are no bytes of it.',
  method_not_allowed: 'The address is there for other methods; `Allow` names them.',
  request_timeout: 'The body arrived too slowly: send it again.',
  idempotency_in_progress: 'The same key is being executed right now: ask again.',
  already_registered:
    'The evaluation or the correction of this confirmation was made under another key: it came from another device.',
  document_of_another:
    'The document is known under names that cannot be the same person’s; `details` says whose, within the budget of lookups.',
  media_exists: 'The evaluation has a picture of that type already, and no correction announced this one.',
  evaluation_closed: 'The evaluation is closed: reopen it first.',
  evaluation_open: 'The evaluation is not closed: there is nothing to reopen and nothing to print.',
  requirements_missing: 'What signing needs is not complete; `details` names it.',
  confirmation_missing: 'Who signs was asked something and has not answered it; `details` names it.',
  license_expired: 'The doctor’s licence has run out; `details` says on which day.',
  code_taken: 'Another row of the catalogue has this code; `details` names the field.',
  email_taken: 'Another account has this address; `details` names the field.',
  self_lockout: 'Administrators cannot shut themselves out.',
  last_administrator: 'Nobody active would be left who manages users.',
  status_unchanged: 'The account has that status already.',
  precondition_failed: '`If-Match` names another state than the one that is there now.',
  file_too_large: 'The body or its file is too large.',
  unsupported_media_type: 'The call does not take this kind of body.',
  file_invalid: 'The file’s content is not of an allowed kind, whatever its name says, or cannot be decoded.',
  idempotency_mismatch: 'The key was used before for another request.',
  proof_stale:
    'The proof is of another time, or used: `X-Provider-Time` says the time, make another of the same key.',
  rate_limited: 'Too many at once, or too many attempts: come again after `Retry-After`.',
  internal: 'Something failed unexpectedly.',
  bad_gateway: 'The provider behind this address cannot be reached.',
  unavailable: 'The service is busy or its database is away: come again after `Retry-After`.',
  gateway_timeout: 'The provider behind this address did not answer in time.',
};

/**
 * Error codes that belong to no documented call: the server sends them for an unsupported method, or when it forwards requests
 * to another server.
 */
export const CODES_OUTSIDE_CALLS: readonly ErrorCode[] = [
  'method_not_allowed',
  'bad_gateway',
  'gateway_timeout',
];

type Rule = readonly [holds: boolean, ...codes: ErrorCode[]];

function rulesOf(route: Route, { makesRow, bytes }: AnyCallDescription): Rule[] {
  const { access, body, method, params, query } = route;
  return [
    [true, 'malformed_request', 'internal', 'unavailable'],
    [method !== 'GET', 'origin_forbidden', 'request_timeout', 'digest_mismatch'],
    [method !== 'GET', 'file_too_large', 'unsupported_media_type'],
    [access !== 'public', 'unauthenticated', 'navigation_forbidden', 'proof_stale'],
    [typeof access !== 'string', 'forbidden'],
    [route.bindsKey === true, 'proof_stale'],
    [Boolean(params ?? query ?? body) || route.path.includes('*'), 'validation_failed'],
    [params === idParams && !makesRow, 'not_found'],
    [body === 'multipart', 'file_invalid', 'rate_limited'],
    [route.largeBody === true || bytes !== undefined, 'rate_limited'],
    [route.branch === true, 'branch_not_resolved'],
    [route.idempotent === true, 'idempotency_in_progress', 'idempotency_mismatch'],
    [route.idempotent === true, 'branch_forbidden', 'session_of_another', 'consent_invalid'],
    [route.ifMatch === true, 'precondition_failed'],
  ];
}

/** Returns every error code that the call can return, in the order of contract/errors.ts. */
export function errorCodesOf(route: Route, description: AnyCallDescription): ErrorCode[] {
  const brought = rulesOf(route, description).flatMap(([holds, ...codes]) => (holds ? codes : []));
  const all = new Set([...brought, ...(description.codes ?? [])]);
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => all.has(code));
}
