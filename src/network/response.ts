import type { Rejection } from '#domain/outbox/item.ts';

/** Result of a call, without texts for users. A network failure is a result, too, not an exception. */
export type ApiResponse<Body> =
  | { readonly type: 'ok'; readonly status: number; readonly body: Body; readonly headers: Headers }
  /** 304: the caller's copy is still current. */
  | { readonly type: 'not_modified' }
  /** The server did not respond, or not before the timeout. */
  | { readonly type: 'silence'; readonly cause: 'no_answer' | 'timeout' }
  /** Response that is not the server's: a captive portal's page, a redirect, or a body that violates the contract (S6). */
  | { readonly type: 'foreign' }
  /** Error response of the server. `retryAfter` in milliseconds. */
  | { readonly type: 'error'; readonly refusal: Rejection; readonly retryAfter: number | null };

/** Facts about a request, for connection state and clock. `providerNow`: server time from the Date header; null without one. */
export interface ContactNote {
  readonly reached: boolean;
  readonly cause: 'no_answer' | 'timeout' | 'portal' | null;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly providerNow: number | null;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** True when a file was transferred: its duration says nothing about the connection. */
  readonly carriedFile: boolean;
}
