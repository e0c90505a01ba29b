import type { Refusal } from '#domain/outbox/item.ts';

/** What a call came to; nothing here speaks to people and nothing throws for what the network does. */
export type Answer<Body> =
  | { readonly type: 'ok'; readonly status: number; readonly body: Body; readonly headers: Headers }
  /** 304: what the caller holds is still so. */
  | { readonly type: 'not_modified' }
  /** No answer, or none in time. */
  | { readonly type: 'silence'; readonly cause: 'no_answer' | 'timeout' }
  /** Something else answered: a portal's page, a redirect, a body that breaks the contract (S6). */
  | { readonly type: 'foreign' }
  /** An error of the provider. `retryAfter` in milliseconds. */
  | { readonly type: 'error'; readonly refusal: Refusal; readonly retryAfter: number | null };

/** What a contact said about the link and the clock; `providerNow` from the Date header, null when it had none. */
export interface ContactNote {
  readonly reached: boolean;
  readonly cause: 'no_answer' | 'timeout' | 'portal' | null;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly providerNow: number | null;
  /** Of the answer; null without one. */
  readonly status: number | null;
  /** A file travelled: how long it took says nothing of the link. */
  readonly carriedFile: boolean;
}
