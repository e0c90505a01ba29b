import type { Rejection } from '#domain/outbox/item.ts';

/** Result of a call. It contains no texts for users, and network failures do not throw. */
export type ApiResponse<Body> =
  | { readonly type: 'ok'; readonly status: number; readonly body: Body; readonly headers: Headers }
  /** 304: the caller's copy is still current. */
  | { readonly type: 'not_modified' }
  /** No response, or none before the timeout. */
  | { readonly type: 'silence'; readonly cause: 'no_answer' | 'timeout' }
  /** Unexpected response from another source: a captive portal's page, a redirect, a body that violates the contract (S6). */
  | { readonly type: 'foreign' }
  /** Error response of the server. `retryAfter` in milliseconds. */
  | { readonly type: 'error'; readonly refusal: Rejection; readonly retryAfter: number | null };

/** Result of a request for connection state and clock; `providerNow` from the Date header, null without one. */
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
