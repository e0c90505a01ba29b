import type { ItemEvent, Refusal, WaitCause } from './item.ts';

/** What came back for one send, as the network layer saw it. */
export type SendResult =
  /** The expected status and a body that satisfies the contract. */
  | { readonly type: 'accepted'; readonly remoteId: string }
  /** No answer at all, or none in time. */
  | { readonly type: 'silence'; readonly cause: 'no_answer' | 'timeout' }
  /** An answer that is not the provider's: HTML, a redirect, a body that breaks the contract (S6). */
  | { readonly type: 'foreign' }
  /** An error of the provider. `retryAfter` in milliseconds. */
  | { readonly type: 'error'; readonly refusal: Refusal; readonly retryAfter: number | null };

/** What a send means for the item, and whether the owner's queue goes on (S9). */
export type Verdict =
  | { readonly type: 'item'; readonly event: ItemEvent }
  | { readonly type: 'session_ended' };

/** Made by this device: our program failed before or behind the call, and the server judged nothing. No provider sends it. */
export const APP_FAILED = 'app_failed';

/** The bytes were altered on their way: as good as no answer, for what the person confirmed was not judged. */
const DAMAGED = 'digest_mismatch';

const COME_AGAIN = new Set([408, 425, 429]);

/** The provider has judged nothing: the same call may be made again later (S8). */
export const comesAgain = ({ status, code }: Pick<Refusal, 'status' | 'code'>): boolean =>
  COME_AGAIN.has(status) || status >= 500 || (status === 409 && code === 'idempotency_in_progress');

/** 401, or a session that turned out to be another person's (S9, S14): nothing is wrong with the item. */
const endsSession = (status: number, code: string | null): boolean =>
  status === 401 || (status === 403 && code === 'session_of_another');

const wait = (cause: WaitCause, retryAfter: number | null, jitter: number, refusal?: Refusal): Verdict => ({
  type: 'item',
  event: { type: 'defer', cause, retryAfter, jitter, ...(refusal && { refusal }) },
});

/** Of a provider that asks to come again only a failing one has something to say to people. */
const saysWhy = ({ status, message }: Refusal): boolean => status >= 500 && message.trim() !== '';

/** One that says when to come again is busy, not broken. */
const hasFailed = ({ refusal, retryAfter }: Extract<SendResult, { type: 'error' }>): boolean =>
  refusal.status >= 500 && retryAfter === null;

/** S6, S8, S9, S10 in one place. `jitter` in [0, 1). */
export function judge(result: SendResult, jitter: number): Verdict {
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
      if (comesAgain(result.refusal))
        return wait(
          hasFailed(result) ? 'failing' : 'busy',
          result.retryAfter,
          jitter,
          saysWhy(result.refusal) ? result.refusal : undefined,
        );
      return { type: 'item', event: { type: 'refuse', refusal: result.refusal } };
    }
  }
}

/** Made by this device: a refusal whose reason cannot be read, so that nobody knows what it judged. No provider sends it. */
export const ANSWER_UNCLEAR = 'answer_unclear';
/** Made by this device, never sent by a provider: the provider does not let it look whether something arrived (S23). */
export const OUTCOME_UNKNOWN = 'outcome_unknown';
/** Made by this device: the session acts for another branch than the item's. An earlier send may have arrived. No provider sends it. */
export const OTHER_BRANCH = 'other_branch';

/**
 * Made by this device: the words of an evaluation no longer open here. An earlier send of them may have arrived. No provider
 * sends it.
 */
export const BODY_LOST = 'body_lost';

/** Made by this device: the registration that a correction corrects is not here, so that no one knows its evaluation. */
export const ORIGINAL_MISSING = 'original_missing';
/** Made by this device: the server has no call for corrections. */
export const NO_CORRECTIONS = 'no_corrections';

/** A status and nothing else. A proxy refuses like that too, before the provider has looked at session, address or key. */
export const isBare = ({ code, message, details }: Refusal): boolean =>
  code === null && message === '' && details.length === 0;

/** Whether a refusal is worth a look at who gave it: the provider answers its other calls, too (S6). */
export const isDoubtful = (result: SendResult): boolean =>
  result.type === 'error' &&
  (isBare(result.refusal) ||
    result.refusal.code === ANSWER_UNCLEAR ||
    result.refusal.code === OUTCOME_UNKNOWN);

/**
 * What a provider that keeps keys said of a send that was not the first: without a message it may be a proxy's, and the
 * send before, whose answer was lost, may have arrived.
 */
export const heardAfterOthers = (result: SendResult): SendResult =>
  result.type === 'error' && isBare(result.refusal)
    ? { ...result, refusal: { ...result.refusal, code: ANSWER_UNCLEAR } }
    : result;

/** 0: bytes that the device itself has lost. */
const ABOUT_CONTENT = new Set([0, 400, 409, 413, 415, 422]);

/** The provider has it, under this key with other content or from another device, or may have. To send it changed would make a second one. */
const MAY_BE_THERE: ReadonlySet<string | null> = new Set([
  'idempotency_mismatch',
  'already_registered',
  ANSWER_UNCLEAR,
  OUTCOME_UNKNOWN,
  OTHER_BRANCH,
  BODY_LOST,
]);

/** The size was rejected: by the server, or by a proxy that passed nothing on to it. */
export const isTooLarge = ({ status }: Pick<Refusal, 'status'>): boolean => status === 413;

/**
 * Whether a refusal judged what was sent, which a provider does only where the key has made nothing yet. One that looks at the
 * session or the address instead (403, 404…) comes before the key is looked up: an earlier send, whose answer was lost, may
 * have created all of it (S7).
 */
export const judgesContent = ({ status, code }: Refusal): boolean =>
  ABOUT_CONTENT.has(status) && !MAY_BE_THERE.has(code);
