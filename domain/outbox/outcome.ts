import type { ItemEvent, Rejection, WaitCause } from './item.ts';

export type SendResult =
  | { readonly type: 'accepted'; readonly remoteId: string }
  /** No response, or none before the timeout. */
  | { readonly type: 'silence'; readonly cause: 'no_answer' | 'timeout' }
  /** The response does not come from our server: HTML, a redirect or an invalid body (S6). */
  | { readonly type: 'foreign' }
  /** Error response of the server. `retryAfter` is in milliseconds. */
  | { readonly type: 'error'; readonly refusal: Rejection; readonly retryAfter: number | null };

/**
 * Effect of a send: an event for the item, or the end of the session. After the end of the session, none of the owner's items
 * is sent (S9).
 */
export type SendConsequence =
  | { readonly type: 'item'; readonly event: ItemEvent }
  | { readonly type: 'session_ended' };

/** Code that only this device sets: the app failed before or after the request, so that the server did not judge the item. */
export const APP_FAILED_CODE = 'app_failed';

/**
 * Error code of a server that received altered bytes. The item is retried as after a missing response, because the server did
 * not see the content that the user confirmed.
 */
const DIGEST_MISMATCH_ERROR_CODE = 'digest_mismatch';

const RETRY_4XX_STATUSES = new Set([408, 425, 429]);

/** Returns true when the server has not judged the request, so that the request may be repeated unchanged (S8). */
export const isRetryable = ({ status, code }: Pick<Rejection, 'status' | 'code'>): boolean =>
  RETRY_4XX_STATUSES.has(status) || status >= 500 || (status === 409 && code === 'idempotency_in_progress');

/**
 * Returns true when the session has ended (401) or belongs to another user (S9, S14); the item then does not count as rejected.
 */
const endsSession = (status: number, code: string | null): boolean =>
  status === 401 || (status === 403 && code === 'session_of_another');

const createDeferConsequence = (
  cause: WaitCause,
  retryAfter: number | null,
  jitter: number,
  refusal?: Rejection,
): SendConsequence => ({
  type: 'item',
  event: { type: 'defer', cause, retryAfter, jitter, ...(refusal && { refusal }) },
});

/**
 * Returns true when the response has a message for the user. Among the responses that lead to a retry, only those of a failing
 * server (5xx) have one.
 */
const hasServerFailureMessage = ({ status, message }: Rejection): boolean =>
  status >= 500 && message.trim() !== '';

/** Returns true when the server has failed; a server that states when to retry is only busy. */
const hasServerFailed = ({ refusal, retryAfter }: Extract<SendResult, { type: 'error' }>): boolean =>
  refusal.status >= 500 && retryAfter === null;

/** Returns the effect of a send's result according to S6, S8, S9 and S10. `jitter` is in [0, 1). */
export function consequenceOfResult(result: SendResult, jitter: number): SendConsequence {
  switch (result.type) {
    case 'accepted':
      return { type: 'item', event: { type: 'deliver', remoteId: result.remoteId } };
    case 'silence':
      return createDeferConsequence(result.cause, null, jitter);
    case 'foreign':
      return createDeferConsequence('portal', null, jitter);
    case 'error': {
      const { status, code } = result.refusal;
      if (endsSession(status, code)) return { type: 'session_ended' };
      if (code === APP_FAILED_CODE) return createDeferConsequence('failing', null, jitter, result.refusal);
      if (code === DIGEST_MISMATCH_ERROR_CODE) return createDeferConsequence('no_answer', null, jitter);
      if (isRetryable(result.refusal))
        return createDeferConsequence(
          hasServerFailed(result) ? 'failing' : 'busy',
          result.retryAfter,
          jitter,
          hasServerFailureMessage(result.refusal) ? result.refusal : undefined,
        );
      return { type: 'item', event: { type: 'refuse', refusal: result.refusal } };
    }
  }
}

/**
 * Code that only this device sets: the rejection has no readable reason, so that the device cannot tell whether the content was
 * rejected.
 */
export const RESPONSE_UNCLEAR_CODE = 'answer_unclear';
/**
 * Code that only this device sets: the server offers no request by which the device could find out whether an earlier send
 * arrived (S23).
 */
export const OUTCOME_UNKNOWN_CODE = 'outcome_unknown';
/** Code that only this device sets: the session's branch is not the branch of the item. An earlier send may have arrived. */
export const OTHER_BRANCH_CODE = 'other_branch';

/**
 * Code that only this device sets: the device can no longer decrypt the content of the evaluation. An earlier send may have
 * arrived.
 */
export const CONTENT_LOST_CODE = 'body_lost';

/**
 * Code that only this device sets: the device does not have the registration to which the correction belongs, and so does not
 * know its evaluation.
 */
export const ORIGINAL_MISSING_CODE = 'original_missing';
export const CORRECTIONS_UNSUPPORTED_CODE = 'no_corrections';

/**
 * Returns true when the error response has no body. It may then come from a proxy, before the server has checked session,
 * address or key.
 */
export const hasNoErrorBody = ({ code, message, details }: Rejection): boolean =>
  code === null && message === '' && details.length === 0;

/**
 * Returns true when the rejection may not come from the server. The device then checks whether the server responds to another
 * request (S6).
 */
export const isDoubtfulRejection = (result: SendResult): boolean =>
  result.type === 'error' &&
  (hasNoErrorBody(result.refusal) ||
    result.refusal.code === RESPONSE_UNCLEAR_CODE ||
    result.refusal.code === OUTCOME_UNKNOWN_CODE);

/**
 * Returns the result of a repeated send to a server that stores idempotency keys. A rejection without a body becomes
 * `RESPONSE_UNCLEAR_CODE`, because it may come from a proxy, and the previous send, whose response was lost, may have arrived.
 */
export const markUnclearRejection = (result: SendResult): SendResult =>
  result.type === 'error' && hasNoErrorBody(result.refusal)
    ? { ...result, refusal: { ...result.refusal, code: RESPONSE_UNCLEAR_CODE } }
    : result;

/** Statuses which mean that the content was rejected. Status 0: the device itself has lost the content. */
const CONTENT_REJECTION_STATUSES = new Set([0, 400, 409, 413, 415, 422]);

/**
 * Error codes after which the server has or may have the content: other content was sent under this key, or another device sent
 * the same content. Edited content would then create a duplicate.
 */
const POSSIBLY_STORED_CODES: ReadonlySet<string | null> = new Set([
  'idempotency_mismatch',
  'already_registered',
  RESPONSE_UNCLEAR_CODE,
  OUTCOME_UNKNOWN_CODE,
  OTHER_BRANCH_CODE,
  CONTENT_LOST_CODE,
]);

/** Returns true when the server, or a proxy in front of it, rejected the request because of its size. */
export const isTooLargeRejection = ({ status }: Pick<Rejection, 'status'>): boolean => status === 413;

/**
 * Returns true when the server rejected the content; the server has then created nothing under this key. A rejection because of
 * the session or the address (403, 404…) proves less, because the server checks these before the key: an earlier send without a
 * response may have created everything (S7).
 */
export const isContentRejection = ({ status, code }: Rejection): boolean =>
  CONTENT_REJECTION_STATUSES.has(status) && !POSSIBLY_STORED_CODES.has(code);
