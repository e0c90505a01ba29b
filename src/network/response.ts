import type { Rejection } from '#domain/outbox/item.ts';

/** Result of a call, without texts for users. A network failure is a result, not an exception. */
export type ApiResponse<Body> =
  | { readonly type: 'ok'; readonly status: number; readonly body: Body; readonly headers: Headers }
  | { readonly type: 'not_modified' }
  | { readonly type: 'silence'; readonly cause: 'no_answer' | 'timeout' }
  /** The response is not the server's: a captive portal's page, a redirect, or a body that violates the contract (S6). */
  | { readonly type: 'foreign' }
  /** Error response of the server. `retryAfter` is in milliseconds; null without the header. */
  | { readonly type: 'error'; readonly refusal: Rejection; readonly retryAfter: number | null };

/** Result of a request for connection state and clock. `providerNow` is the server's Date header; null without it. */
export interface ContactResult {
  /** Reason why the server was not reached; null if it was. */
  readonly cause: 'no_answer' | 'timeout' | 'portal' | null;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly providerNow: number | null;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** True if a file was transferred; the duration then says nothing about the connection. */
  readonly carriedFile: boolean;
}
