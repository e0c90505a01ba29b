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
  { readonly type: 'item'; readonly event: ItemEvent } | { readonly type: 'session_ended' };

const COME_AGAIN = new Set([408, 425, 429]);

const comesAgain = (status: number, code: string | null): boolean =>
  COME_AGAIN.has(status) || status >= 500 || (status === 409 && code === 'idempotency_in_progress');

/** 401, or a session that turned out to be another person's (S9, S14): nothing is wrong with the item. */
const endsSession = (status: number, code: string | null): boolean =>
  status === 401 || (status === 403 && code === 'session_of_another');

const wait = (cause: WaitCause, retryAfter: number | null, jitter: number): Verdict => ({
  type: 'item',
  event: { type: 'defer', cause, retryAfter, jitter },
});

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
      if (comesAgain(status, code)) return wait('busy', result.retryAfter, jitter);
      return { type: 'item', event: { type: 'refuse', refusal: result.refusal } };
    }
  }
}
