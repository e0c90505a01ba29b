import type { ItemEvent, Rejection, WaitCause } from './item.ts';

/** Result of one send, as the network layer received it. */
export type SendResult =
  /** Response with the expected status and a body that satisfies the contract. */
  | { readonly type: 'accepted'; readonly remoteId: string }
  /** No response at all, or none before the timeout. */
  | { readonly type: 'silence'; readonly cause: 'no_answer' | 'timeout' }
  /** Unexpected response that does not come from our server: HTML, a redirect, or a body that violates the contract (S6). */
  | { readonly type: 'foreign' }
  /** Error response of the server. `retryAfter` in milliseconds. */
  | { readonly type: 'error'; readonly refusal: Rejection; readonly retryAfter: number | null };

/** Effect of a send: an event for the item, or the end of the session, which stops the owner's queue (S9). */
export type SendConsequence =
  | { readonly type: 'item'; readonly event: ItemEvent }
  | { readonly type: 'session_ended' };

/** Code that only this device sets: the app failed before or after the request, so that the server did not judge the item. */
export const APP_FAILED_CODE = 'app_failed';

/**
 * Code for bytes that were altered in transit. It is treated like no response, because the server did not see the confirmed
 * content.
 */
const DAMAGED = 'digest_mismatch';

const COME_AGAIN = new Set([408, 425, 429]);

/** Returns true when the server has not judged the request, so that the same request may be repeated later (S8). */
export const isRetryable = ({ status, code }: Pick<Rejection, 'status' | 'code'>): boolean =>
  COME_AGAIN.has(status) || status >= 500 || (status === 409 && code === 'idempotency_in_progress');

/** Returns true when the session has ended (401) or belongs to another user (S9, S14). The item itself is not rejected. */
const endsSession = (status: number, code: string | null): boolean =>
  status === 401 || (status === 403 && code === 'session_of_another');

const wait = (
  cause: WaitCause,
  retryAfter: number | null,
  jitter: number,
  refusal?: Rejection,
): SendConsequence => ({
  type: 'item',
  event: { type: 'defer', cause, retryAfter, jitter, ...(refusal && { refusal }) },
});

/**
 * Returns true when the response has a message for the user. Of the responses after which the item is retried, only those of a
 * failing server (5xx) have one.
 */
const hasServerMessage = ({ status, message }: Rejection): boolean => status >= 500 && message.trim() !== '';

/** Returns true when the server has failed. A server that states when to retry is only busy. */
const hasFailed = ({ refusal, retryAfter }: Extract<SendResult, { type: 'error' }>): boolean =>
  refusal.status >= 500 && retryAfter === null;

/** Returns the effect of a send result, by the rules S6, S8, S9 and S10. `jitter` is in [0, 1). */
export function classifyResult(result: SendResult, jitter: number): SendConsequence {
  switch (result.type) {
    case 'accepted':
      return { type: 'item', event: { type: 'deliver', remoteId: result.remoteId } };
    case 'silence':
      return wait(result.cause, null, jitter);
    case 'foreign':
      return wait('portal', null, jitter);
    case 'error': {
      const { status, code } = result.refusal;
      if (endsSession(status, code)) return { type: 'session_ended' };
      if (code === APP_FAILED_CODE) return wait('failing', null, jitter, result.refusal);
      if (code === DAMAGED) return wait('no_answer', null, jitter);
      if (isRetryable(result.refusal))
        return wait(
          hasFailed(result) ? 'failing' : 'busy',
          result.retryAfter,
          jitter,
          hasServerMessage(result.refusal) ? result.refusal : undefined,
        );
      return { type: 'item', event: { type: 'refuse', refusal: result.refusal } };
    }
  }
}

/**
 * Code that only this device sets: the reason of a rejection is unreadable, so it is unknown whether the content was rejected.
 */
export const RESPONSE_UNCLEAR_CODE = 'answer_unclear';
/** Code that only this device sets: the server does not let the device check whether an earlier send has arrived (S23). */
export const OUTCOME_UNKNOWN_CODE = 'outcome_unknown';
/**
 * Code that only this device sets: the session acts for another branch than that of the item. An earlier send may have arrived.
 */
export const OTHER_BRANCH_CODE = 'other_branch';

/**
 * Code that only this device sets: the content of an evaluation can no longer be decrypted on the device. An earlier send of
 * the evaluation may have arrived.
 */
export const CONTENT_LOST_CODE = 'body_lost';

/**
 * Code that only this device sets: the registration that a correction refers to is not on this device, so its evaluation is
 * unknown.
 */
export const ORIGINAL_MISSING_CODE = 'original_missing';
/** Code that only this device sets: the server has no route for corrections. */
export const CORRECTIONS_UNSUPPORTED_CODE = 'no_corrections';

/**
 * Returns true for an error response without any body. It may come from a proxy, before the server has checked session, address
 * or key.
 */
export const hasNoErrorBody = ({ code, message, details }: Rejection): boolean =>
  code === null && message === '' && details.length === 0;

/**
 * Returns true when the rejection may not come from the server. The device then checks whether the server responds to other
 * requests (S6).
 */
export const isDoubtfulRejection = (result: SendResult): boolean =>
  result.type === 'error' &&
  (hasNoErrorBody(result.refusal) ||
    result.refusal.code === RESPONSE_UNCLEAR_CODE ||
    result.refusal.code === OUTCOME_UNKNOWN_CODE);

/**
 * Returns the result of a repeated send to a server that stores keys. A rejection without a body becomes
 * `RESPONSE_UNCLEAR_CODE`: it may come from a proxy, while the previous send, whose response was lost, may have arrived.
 */
export const resultAfterRepeat = (result: SendResult): SendResult =>
  result.type === 'error' && hasNoErrorBody(result.refusal)
    ? { ...result, refusal: { ...result.refusal, code: RESPONSE_UNCLEAR_CODE } }
    : result;

/** Statuses of a rejection because of the content. Status 0 means that the device itself has lost the bytes. */
const ABOUT_CONTENT = new Set([0, 400, 409, 413, 415, 422]);

/**
 * Codes after which the server has the content, or may have it: under this key with other content, or from another device.
 * Edited content would create a duplicate.
 */
const MAY_BE_THERE: ReadonlySet<string | null> = new Set([
  'idempotency_mismatch',
  'already_registered',
  RESPONSE_UNCLEAR_CODE,
  OUTCOME_UNKNOWN_CODE,
  OTHER_BRANCH_CODE,
  CONTENT_LOST_CODE,
]);

/** Returns true when the size was rejected: by the server, or by a proxy that forwarded nothing. */
export const isTooLargeRejection = ({ status }: Pick<Rejection, 'status'>): boolean => status === 413;

/**
 * Returns true when the server judged and rejected the content, which it does only while the key has created nothing. A
 * rejection because of the session or the address (403, 404…) comes before the key is looked up: an earlier send, whose
 * response was lost, may have created everything (S7).
 */
export const isContentRejection = ({ status, code }: Rejection): boolean =>
  ABOUT_CONTENT.has(status) && !MAY_BE_THERE.has(code);
