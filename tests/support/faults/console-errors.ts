import type { BrowserContext, ConsoleMessage } from '@playwright/test';
import type { Exchange } from './fault.ts';
import type { FaultProxy } from './fault-proxy.ts';

/**
 * What only Firefox reports, and is no fault: zod tries once whether it may compile, and is content with the answer; a
 * page that is left while its code still loads has its last imports refused, by the worker and to what runs unseen.
 */
const FIREFOX_NOISE = [
  // An answer of the API that was opened as a page may load nothing, its picture neither.
  '/favicon.ico because it violates',
  'blocked a JavaScript eval',
  'A ServiceWorker intercepted the request and encountered an unexpected error',
  'not loaded: ',
];

/** What browsers said that they should not have said: errors on the console, and errors that nobody caught. */
export class ConsoleErrors {
  readonly texts: string[] = [];
  readonly #proxy: FaultProxy;
  /** Set by a test that cuts the browser itself off, which the proxy cannot know. */
  networkWasCut = false;

  constructor(proxy: FaultProxy) {
    this.#proxy = proxy;
  }

  follow(context: BrowserContext): void {
    const engine = context.browser()?.browserType().name();
    context.on('weberror', (webError) => this.#hearError(webError.error(), engine));
    context.on('console', (message) => this.#hear(message));
    context.on('serviceworker', (worker) => worker.on('console', (message) => this.#hear(message)));
  }

  #hearError({ name, message, stack }: Error, engine: string | undefined): void {
    if (engine === 'firefox' && FIREFOX_NOISE.some((words) => message.includes(words))) return;
    this.texts.push(stack || `${name}: ${message}`); // A DOMException may have no stack.
  }

  #hear(message: ConsoleMessage): void {
    if (message.type() === 'error' && !this.#isNetworkNoise(message))
      this.texts.push(`${message.text()} (${message.location().url})`);
  }

  /**
   * The browser reports every request that failed, and a worker's script that it could not fetch. That is no fault of
   * ours when it was meant to fail, or was answered so.
   */
  #isNetworkNoise(message: ConsoleMessage): boolean {
    if (message.text().startsWith('An unknown error occurred when fetching the script'))
      return this.#proxy.disturbed;
    if (!message.text().startsWith('Failed to load resource')) return false;
    if (this.networkWasCut || this.#proxy.disturbed) return true;
    const { url } = message.location();
    const path = URL.canParse(url) ? new URL(url).pathname : '';
    const failed = ({ status }: Exchange) => status === null || status >= 400;
    return this.#proxy.log.some((exchange) => exchange.path === path && failed(exchange));
  }
}
