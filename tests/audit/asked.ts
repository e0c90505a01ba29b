import type { BrowserContext, Request } from '@playwright/test';
import { HEADER } from '#contract/headers.ts';
import { API_BASE } from '#contract/routes/routes.ts';

/** One request of the app, as it leaves the page. */
export interface Asked {
  readonly method: string;
  /** Below the base path. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Null for a form, and without any. */
  readonly body: unknown;
  /** Nobody asked for it: the device takes a copy for later. */
  readonly isPrefetch: boolean;
}

function bodyOf(request: Request): unknown {
  try {
    return request.postDataJSON() as unknown;
  } catch {
    return null; // a form with a file
  }
}

/** What the pages of a browser ask the provider, in order. */
export class AskedCalls {
  readonly all: Asked[] = [];

  constructor(context: BrowserContext) {
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (!url.pathname.startsWith(`${API_BASE}/`)) return;
      const path = url.pathname.slice(API_BASE.length);
      const query = Object.fromEntries(url.searchParams);
      const isPrefetch = request.headers()[HEADER.prefetch] === '1';
      this.all.push({ method: request.method(), path, query, body: bodyOf(request), isPrefetch });
    });
  }

  to(path: string | RegExp, method = 'GET'): Asked[] {
    const matches = (one: Asked) => (typeof path === 'string' ? one.path === path : path.test(one.path));
    return this.all.filter((one) => one.method === method && matches(one));
  }

  forget(): void {
    this.all.length = 0;
  }
}

/** A list's question of a screen: the copy that a device keeps is asked for in pages of a hundred. */
export const isOfScreen = ({ query }: Pick<Asked, 'query'>): boolean =>
  (query['pageSize'] ?? query['page_size']) !== '100';
