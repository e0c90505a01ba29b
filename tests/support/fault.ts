import type http from 'node:http';
import type { ErrorBody } from '#contract/errors.ts';
import type { ItemKind } from '#domain/outbox/item.ts';

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
    }
  /** Waits for the promise, then goes on as if nothing had been: before the provider hears of it, or with its answer. */
  | { readonly type: 'hold'; readonly at: 'before' | 'after'; readonly until: Promise<void> }
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
  readonly key: string | null;
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

export const matches = ({ method, path, kind }: Match, exchange: Exchange): boolean =>
  (method === undefined || method === exchange.method) &&
  (kind === undefined || kind === exchange.kind) &&
  (path === undefined || (typeof path === 'string' ? path === exchange.path : path.test(exchange.path)));
