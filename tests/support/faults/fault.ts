import type http from 'node:http';
import type { ErrorBody } from '#contract/errors.ts';
import type { ItemKind } from '#domain/outbox/item.ts';
import { HEAD_BYTES } from '../base/request-body.ts';

/** What happens to one request between browser and provider. */
export type Fault =
  /** The connection breaks before the provider hears of the request. */
  | { readonly type: 'cut_before' }
  /** The provider gets the first bytes of the body, then both connections break. */
  | { readonly type: 'cut_upload'; readonly afterBytes: number }
  /** The provider executes and answers; its answer never reaches the browser. */
  | { readonly type: 'cut_after' }
  /** Something else answers; the provider hears nothing. */
  | {
      readonly type: 'answer';
      readonly status: number;
      readonly body: string;
      readonly headers?: http.OutgoingHttpHeaders;
      /** The reason phrase; empty as over HTTP/2, which has none. By default the status's usual one. */
      readonly statusText?: string;
    }
  /** Waits for the promise, then goes on as if nothing had been: before the provider hears of it, or with its answer. */
  | { readonly type: 'hold'; readonly at: 'before' | 'after'; readonly until: Promise<void> }
  /** The provider's own answer, cut to this share of its length. */
  | { readonly type: 'truncate'; readonly share: number }
  /** The provider's own answer breaks off in its body, at this share of its length. */
  | { readonly type: 'cut_answer'; readonly share: number }
  /** One byte of the provider's own answer is another. */
  | { readonly type: 'damage_answer'; readonly at: number }
  /** The provider gets one byte other than it was sent; `at` is a share of the content's length. */
  | { readonly type: 'damage'; readonly at: number }
  /** The provider's own answer, with text at its end. */
  | { readonly type: 'append'; readonly text: string };

/** Which requests a fault is for. What is left out matches everything. */
export interface Match {
  readonly method?: string;
  /** Path without query, whole. */
  readonly path?: string | RegExp;
  /** What the outbox sends, told by its address and the form's `type`. */
  readonly kind?: ItemKind;
}

/** One request as it went by. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly kind: ItemKind | null;
  /** Of an upload of the outbox: what the form calls its file. */
  readonly fileName: string | null;
  readonly key: string | null;
  /** Which confirmation it belongs to. */
  readonly captureId: string | null;
  fault: Fault['type'] | null;
  /** What the provider answered, whether or not the browser heard of it. */
  providerStatus: number | null;
  /** What the browser was told; null when nothing reached it. */
  status: number | null;
}

export const portalPage: Fault = {
  type: 'answer',
  status: 200,
  body: '<!doctype html><title>Wi-Fi</title><h1>Inicia sesión en la red</h1>',
  headers: { 'content-type': 'text/html; charset=utf-8' },
};

export const refusal = (status: number, body: ErrorBody, headers: http.OutgoingHttpHeaders = {}): Fault => ({
  type: 'answer',
  status,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
});

/** A status with a body of whatever kind, or none: what a provider of the base contract or something before it may answer. */
export const bareAnswer = (status: number, body = '', contentType?: string): Fault => ({
  type: 'answer',
  status,
  body,
  headers: contentType === undefined ? {} : { 'content-type': contentType },
});

/** As a filter of the network answers for what it does not let through. */
export const blockedPage = bareAnswer(403, '<!doctype html><title>Bloqueado</title>', 'text/html');

export const matches = ({ method, path, kind }: Match, exchange: Exchange): boolean =>
  (method === undefined || method === exchange.method) &&
  (kind === undefined || kind === exchange.kind) &&
  (path === undefined || (typeof path === 'string' ? path === exchange.path : path.test(exchange.path)));

/** An answer as it goes to the browser. */
export interface Answered {
  readonly status: number;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: Buffer;
  readonly statusText?: string;
}

export function truncated({ status, headers, body }: Answered, share: number): Answered {
  const { 'content-length': _length, etag: _etag, ...rest } = headers;
  return { status, headers: rest, body: body.subarray(0, Math.floor(body.length * share)) };
}

/** Behind the head of a form, for that is framing, which no digest covers. */
export function damaged(sent: Buffer, at: number): Buffer {
  const changed = Buffer.from(sent);
  const first = sent.length > 2 * HEAD_BYTES ? HEAD_BYTES : 0;
  const place = first + Math.floor((sent.length - 2 * first) * at);
  changed.writeUInt8((changed.readUInt8(place) ^ 0x55) & 0xff, place);
  return changed;
}

/** The network works, the provider does not. */
export const outOfService = refusal(503, { code: 'unavailable', message: '', details: [] });
