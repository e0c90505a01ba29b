import type { ItemEvent, Rejection, WaitCause } from './item.ts';

/** Result of one send, as the network layer received it. */
export type SendResult =
  /** Response with the expected status and a body that satisfies the contract. */
  | { readonly type: 'accepted'; readonly remoteId: string }
  /** No response, or none before the timeout. */
  | { readonly type: 'silence'; readonly cause: 'no_answer' | 'timeout' }
  /** Unexpected response that is not from our server: HTML, a redirect, a body that violates the contract (S6). */
  | { readonly type: 'foreign' }
  /** Error response of the server. `retryAfter` in milliseconds. */
  | { readonly type: 'error'; readonly refusal: Rejection; readonly retryAfter: number | null };

/** Consequence of a send for the item, and for the owner's queue: it continues or stops (S9). */
export type Verdict =
  | { readonly type: 'item'; readonly event: ItemEvent }
  | { readonly type: 'session_ended' };

/** Code of this device: the app failed before or after the request, and the server judged nothing. No server sends it. */
export const APP_FAILED = 'app_failed';

/** The bytes were altered in transit: this counts as no response, because the confirmed content was not judged. */
const DAMAGED = 'digest_mismatch';

const COME_AGAIN = new Set([408, 425, 429]);

/** Returns true when the server has judged nothing: the same request may be repeated later (S8). */
export const isRetryable = ({ status, code }: Pick<Rejection, 'status' | 'code'>): boolean =>
  COME_AGAIN.has(status) || status >= 500 || (status === 409 && code === 'idempotency_in_progress');

/** Returns true for a 401, or for a session that belongs to another user (S9, S14): the item itself is valid. */
const endsSession = (status: number, code: string | null): boolean =>
  status === 401 || (status === 403 && code === 'session_of_another');

const wait = (cause: WaitCause, retryAfter: number | null, jitter: number, refusal?: Rejection): Verdict => ({
  type: 'item',
  event: { type: 'defer', cause, retryAfter, jitter, ...(refusal && { refusal }) },
});

/**
 * Returns true when the response has a message for the user: among responses that request a retry, only a failing server's
 * does.
 */
const hasServerMessage = ({ status, message }: Rejection): boolean => status >= 500 && message.trim() !== '';

/** Returns true when the server is broken; a server that states when to retry is busy. */
const hasFailed = ({ refusal, retryAfter }: Extract<SendResult, { type: 'error' }>): boolean =>
  refusal.status >= 500 && retryAfter === null;

/** Applies S6, S8, S9 and S10. `jitter` in [0, 1). */
export function classifyResult(result: SendResult, jitter: number): Verdict {
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
      if (code === APP_FAILED) return wait('failing', null, jitter, result.refusal);
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

/** Code of this device: a rejection with an unreadable reason, so that its subject is unknown. No server sends it. */
export const RESPONSE_UNCLEAR = 'answer_unclear';
/** Code of this device, never sent by a server: the server does not let the device check whether something arrived (S23). */
export const OUTCOME_UNKNOWN = 'outcome_unknown';
/**
 * Code of this device: the session acts for another branch than the item's. An earlier send may have arrived. No server sends
 * it.
 */
export const OTHER_BRANCH = 'other_branch';

/**
 * Code of this device: the content of an evaluation can no longer be decrypted here. An earlier send of it may have arrived. No
 * server sends it.
 */
export const BODY_LOST = 'body_lost';

/**
 * Code of this device: the registration that a correction corrects is not on this device, so that its evaluation is unknown.
 */
export const ORIGINAL_MISSING = 'original_missing';
/** Code of this device: the server has no request for corrections. */
export const NO_CORRECTIONS = 'no_corrections';

/**
 * Returns true for a status without any body. A proxy may reject in this way before the server has checked session, address or
 * key.
 */
export const hasNoBody = ({ code, message, details }: Rejection): boolean =>
  code === null && message === '' && details.length === 0;

/**
 * Returns true when the device should check the origin of a rejection, by whether the server responds to other requests (S6).
 */
export const isDoubtful = (result: SendResult): boolean =>
  result.type === 'error' &&
  (hasNoBody(result.refusal) ||
    result.refusal.code === RESPONSE_UNCLEAR ||
    result.refusal.code === OUTCOME_UNKNOWN);

/**
 * Returns the result of a repeated send to a server that stores keys, where a rejection without a message becomes
 * `RESPONSE_UNCLEAR`: it may come from a proxy, and the previous send, whose response was lost, may have arrived.
 */
export const resultAfterRepeat = (result: SendResult): SendResult =>
  result.type === 'error' && hasNoBody(result.refusal)
    ? { ...result, refusal: { ...result.refusal, code: RESPONSE_UNCLEAR } }
    : result;

/** Status 0 means that the device itself has lost the bytes. */
const ABOUT_CONTENT = new Set([0, 400, 409, 413, 415, 422]);

/**
 * Codes after which the server has it, or may have it: under this key with other content, or from another device. Sending
 * changed content would create a duplicate.
 */
const MAY_BE_THERE: ReadonlySet<string | null> = new Set([
  'idempotency_mismatch',
  'already_registered',
  RESPONSE_UNCLEAR,
  OUTCOME_UNKNOWN,
  OTHER_BRANCH,
  BODY_LOST,
]);

/** Returns true when the size was rejected: by the server, or by a proxy that forwarded nothing. */
export const isTooLarge = ({ status }: Pick<Rejection, 'status'>): boolean => status === 413;

/**
 * Returns true when a rejection judged the content, which a server does only when the key has created nothing yet. A rejection
 * because of the session or the address (403, 404…) happens before the key is looked up: an earlier send, whose response was
 * lost, may have created all of it (S7).
 */
export const isAboutContent = ({ status, code }: Rejection): boolean =>
  ABOUT_CONTENT.has(status) && !MAY_BE_THERE.has(code);
