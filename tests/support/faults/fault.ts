import type http from 'node:http';
import type { ErrorBody } from '#contract/errors.ts';
import type { ItemKind } from '#domain/outbox/item.ts';
import { HEAD_BYTES } from '../base/request-body.ts';

/** Fault of one request between browser and server. */
export type Fault =
  /** The connection breaks before the server receives the request. */
  | { readonly type: 'cut_before' }
  /** The server receives the first bytes of the body, then both connections break. */
  | { readonly type: 'cut_upload'; readonly afterBytes: number }
  /** The server executes the request and responds; its response never reaches the browser. */
  | { readonly type: 'cut_after' }
  /** Another responder than the server, such as a proxy, responds; the server receives nothing. */
  | {
      readonly type: 'answer';
      readonly status: number;
      readonly body: string;
      readonly headers?: http.OutgoingHttpHeaders;
      /** Reason phrase; empty as over HTTP/2, which has none. By default the usual one of the status. */
      readonly statusText?: string;
    }
  /** The request waits for the promise and then continues unchanged: before the server receives it, or with its response. */
  | { readonly type: 'hold'; readonly at: 'before' | 'after'; readonly until: Promise<void> }
  /** The server's response is cut to this share of its length. */
  | { readonly type: 'truncate'; readonly share: number }
  /** The server's response breaks off in its body, at this share of its length. */
  | { readonly type: 'cut_answer'; readonly share: number }
  /** The server's response gets one changed byte; `at` is a share of the content's length. */
  | { readonly type: 'damage_answer'; readonly at: number }
  /** The server receives one changed byte; `at` is a share of the content's length. */
  | { readonly type: 'damage'; readonly at: number }
  /** The server's response gets this text at its end. */
  | { readonly type: 'append'; readonly text: string };

/** Requests that a fault applies to. Omitted fields match everything. */
export interface Match {
  readonly method?: string;
  /** Complete path without the query. */
  readonly path?: string | RegExp;
  /** Kind of the outbox item, derived from the path and the form's `type`. */
  readonly kind?: ItemKind;
}

/** Record of a request that passed the proxy. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly kind: ItemKind | null;
  /** File name in the form of an outbox upload. */
  readonly fileName: string | null;
  readonly key: string | null;
  /** Id of the confirmed entry that the request belongs to. */
  readonly captureId: string | null;
  fault: Fault['type'] | null;
  /** Status of the server's response, even if it did not reach the browser. */
  providerStatus: number | null;
  /** Status that the browser received; null if nothing reached it. */
  status: number | null;
}

export const portalPage: Fault = {
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

/** Returns a response with a status and any body, or none, as a base-contract server or an intermediary may send it. */
export const bareResponse = (status: number, body = '', contentType?: string): Fault => ({
  type: 'answer',
  status,
  body,
  headers: contentType === undefined ? {} : { 'content-type': contentType },
});

export const matches = ({ method, path, kind }: Match, exchange: Exchange): boolean =>
  (method === undefined || method === exchange.method) &&
  (kind === undefined || kind === exchange.kind) &&
  (path === undefined || (typeof path === 'string' ? path === exchange.path : path.test(exchange.path)));

/** Response on its way to the browser. */
export interface WithResponse {
  readonly status: number;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: Buffer;
  readonly statusText?: string;
}

export function truncated({ status, headers, body }: WithResponse, share: number): WithResponse {
  const { 'content-length': _length, etag: _etag, ...rest } = headers;
  return { status, headers: rest, body: body.subarray(0, Math.floor(body.length * share)) };
}

/** Changes one byte after the head of a form, because the head is framing, which no digest covers. */
export function damaged(sent: Buffer, at: number): Buffer {
  const changed = Buffer.from(sent);
  const first = sent.length > 2 * HEAD_BYTES ? HEAD_BYTES : 0;
  const place = first + Math.floor((sent.length - 2 * first) * at);
  changed.writeUInt8((changed.readUInt8(place) ^ 0x55) & 0xff, place);
  return changed;
}

/** Response of a network that works although the server is down. */
export const outOfService = rejectionFault(503, { code: 'unavailable', message: '', details: [] });
