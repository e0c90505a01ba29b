import type http from 'node:http';
import type { ErrorBody } from '#contract/errors.ts';
import type { ItemKind } from '#domain/outbox/item.ts';
import { MULTIPART_HEAD_BYTES } from '../base/request-body.ts';

export type Fault =
  /** The connection breaks before the server receives the request. */
  | { readonly type: 'cut_before' }
  /** The server receives the first bytes of the body, then both connections break. */
  | { readonly type: 'cut_upload'; readonly afterBytes: number }
  /** The server executes the request and responds; the response does not reach the browser. */
  | { readonly type: 'cut_after' }
  /** Another network device, such as a proxy, responds; the server does not receive the request. */
  | {
      readonly type: 'answer';
      readonly status: number;
      readonly body: string;
      readonly headers?: http.OutgoingHttpHeaders;
      /** Reason phrase of the status line; by default the usual one. Empty as over HTTP/2, which has none. */
      readonly statusText?: string;
    }
  /**
   * The request waits for the promise before the server receives it, or the response waits before it reaches the browser.
   * Nothing is changed.
   */
  | { readonly type: 'hold'; readonly at: 'before' | 'after'; readonly until: Promise<void> }
  /** The server's response is shortened to this share of its length, and ends normally. */
  | { readonly type: 'truncate'; readonly share: number }
  /** The connection breaks at this share of the response's body. */
  | { readonly type: 'cut_answer'; readonly share: number }
  /** The proxy changes one byte of the server's response; `at` is its position as a share of the length. */
  | { readonly type: 'damage_answer'; readonly at: number }
  /** The proxy changes one byte of the request; `at` is its position as a share of the length. */
  | { readonly type: 'damage'; readonly at: number }
  /** The text is added to the end of the server's response. */
  | { readonly type: 'append'; readonly text: string };

/** Requests to which a fault applies. An omitted field matches everything. */
export interface RequestMatcher {
  readonly method?: string;
  /** Complete path of the address, without the query. */
  readonly path?: string | RegExp;
  /** Kind of the outbox item, derived from the path and the form's `type`. */
  readonly kind?: ItemKind;
}

export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly kind: ItemKind | null;
  readonly fileName: string | null;
  readonly key: string | null;
  /** Id of the confirmed entry to which the request belongs. */
  readonly captureId: string | null;
  fault: Fault['type'] | null;
  /** Status with which the server responded, even if the response did not reach the browser; null without a response. */
  providerStatus: number | null;
  /** Status that the browser received; null if no response reached it. */
  status: number | null;
}

export const portalPageFault: Fault = {
  type: 'answer',
  status: 200,
  body: '<!doctype html><title>Wi-Fi</title><h1>Inicia sesión en la red</h1>',
  headers: { 'content-type': 'text/html; charset=utf-8' },
};

export const rejectionFault = (
  status: number,
  body: ErrorBody,
  headers: http.OutgoingHttpHeaders = {},
): Fault => ({
  type: 'answer',
  status,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
});

/**
 * Returns a fault: a response with any body and without the app's headers, as a base-contract server or a network device may
 * send it.
 */
export const createUnexpectedResponseFault = (status: number, body = '', contentType?: string): Fault => ({
  type: 'answer',
  status,
  body,
  headers: contentType === undefined ? {} : { 'content-type': contentType },
});

export const doesExchangeMatch = ({ method, path, kind }: RequestMatcher, exchange: Exchange): boolean =>
  (method === undefined || method === exchange.method) &&
  (kind === undefined || kind === exchange.kind) &&
  (path === undefined || (typeof path === 'string' ? path === exchange.path : path.test(exchange.path)));

export interface Reply {
  readonly status: number;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: Buffer;
  readonly statusText?: string;
}

export function truncateBody({ status, headers, body }: Reply, share: number): Reply {
  const { 'content-length': _length, etag: _etag, ...rest } = headers;
  return { status, headers: rest, body: body.subarray(0, Math.floor(body.length * share)) };
}

/** Changes one byte after the head of the form, because the head contains only headers, which no digest covers. */
export function changeByte(sent: Buffer, at: number): Buffer {
  const changed = Buffer.from(sent);
  const first = sent.length > 2 * MULTIPART_HEAD_BYTES ? MULTIPART_HEAD_BYTES : 0;
  const place = first + Math.floor((sent.length - 2 * first) * at);
  changed.writeUInt8((changed.readUInt8(place) ^ 0x55) & 0xff, place);
  return changed;
}

/** Response of a proxy in front of a server that is down. */
export const serverDownFault = rejectionFault(503, { code: 'unavailable', message: '', details: [] });
