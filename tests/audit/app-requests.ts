import type { BrowserContext, Request } from '@playwright/test';
import { HEADER } from '#contract/headers.ts';
import { API_BASE } from '#contract/routes/routes.ts';

export interface AppRequest {
  readonly method: string;
  /** Path below the base path. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Parsed JSON body; null for a form and for a request without body. */
  readonly body: unknown;
  /** True for a request that fetches a copy for offline use without a user action. */
  readonly isPrefetch: boolean;
}

function jsonBodyOrNull(request: Request): unknown {
  try {
    return request.postDataJSON() as unknown;
  } catch {
    return null; // The body is a form with a file.
  }
}

export class RecordedRequests {
  readonly all: AppRequest[] = [];
  readonly #inFlight = new Set<Request>();

  constructor(context: BrowserContext) {
    const forget = (request: Request) => void this.#inFlight.delete(request);
    context.on('requestfinished', forget);
    context.on('requestfailed', forget);
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (!url.pathname.startsWith(`${API_BASE}/`)) return;
      this.#inFlight.add(request);
      const path = url.pathname.slice(API_BASE.length);
      const query = Object.fromEntries(url.searchParams);
      const isPrefetch = request.headers()[HEADER.prefetch] === '1';
      this.all.push({ method: request.method(), path, query, body: jsonBodyOrNull(request), isPrefetch });
    });
  }

  /** Number of requests without a complete response. */
  countInFlight(): number {
    return this.#inFlight.size;
  }

  requestsTo(path: string | RegExp, method = 'GET'): AppRequest[] {
    const matches = (one: AppRequest) => (typeof path === 'string' ? one.path === path : path.test(one.path));
    return this.all.filter((one) => one.method === method && matches(one));
  }

  forget(): void {
    this.all.length = 0;
  }
}

/**
 * Returns true if a screen sent the list query, and false if the catalogue cache sent it, which requests pages of a hundred
 * rows.
 */
export const isScreenRequest = ({ query }: Pick<AppRequest, 'query'>): boolean =>
  (query['pageSize'] ?? query['page_size']) !== '100';
