import type { BrowserContext, ConsoleMessage } from '@playwright/test';
import type { Exchange } from './fault.ts';
import type { FaultProxy } from './fault-proxy.ts';

/**
 * Errors that only Firefox reports and that are harmless. zod tests once whether it may compile code. Imports of a page or its
 * service worker fail when the user leaves while they load.
 */
const HARMLESS_FIREFOX_ERRORS = [
  // An API response opened as a page may load nothing, not even an icon.
  '/favicon.ico because it violates',
  'blocked a JavaScript eval',
  'A ServiceWorker intercepted the request and encountered an unexpected error',
  'not loaded: ',
];

/** Collects the errors that a browser reports and no test has caused: errors on the console and uncaught errors. */
export class ConsoleErrors {
  readonly texts: string[] = [];
  readonly #proxy: FaultProxy;
  /** True after a test has cut the browser's own network, which the proxy cannot detect. */
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
    if (engine === 'firefox' && HARMLESS_FIREFOX_ERRORS.some((words) => message.includes(words))) return;
    this.texts.push(stack || `${name}: ${message}`); // A DOMException may have no stack.
  }

  #hear(message: ConsoleMessage): void {
    if (message.type() === 'error' && !this.#isNetworkNoise(message))
      this.texts.push(`${message.text()} (${message.location().url})`);
  }

  /**
   * Returns true if the message reports a failed request or worker script, and the test caused the failure or the server sent
   * an error response.
   */
  #isNetworkNoise(message: ConsoleMessage): boolean {
    if (message.text().startsWith('An unknown error occurred when fetching the script'))
      return this.#proxy.disturbed;
    if (!message.text().startsWith('Failed to load resource')) return false;
    if (this.networkWasCut || this.#proxy.disturbed) return true;
    const { url } = message.location();
    const path = URL.canParse(url) ? new URL(url).pathname : '';
    const isFailed = ({ status }: Exchange) => status === null || status >= 400;
    return this.#proxy.log.some((exchange) => exchange.path === path && isFailed(exchange));
  }
}
