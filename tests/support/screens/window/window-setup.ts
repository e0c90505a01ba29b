// Adds browser features that happy-dom lacks because it has no layout, and crypto for the device's keys. Mantine needs most of
// them when it starts.
import { randomUUID, webcrypto } from 'node:crypto';
import { BroadcastChannel as ThreadsChannel } from 'node:worker_threads';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { fillBrowserGaps } from './browser-gaps.ts';
import { omitDocumentFromErrors } from './cheap-failures.ts';
import { cacheComputedStyles } from './computed-style.ts';
import { disableOwnerStacks } from './owner-stacks.ts';

const createUnmatchedMediaQuery = (media: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

class IdleResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Adds the missing features to a window once; the test files of a thread share one window. */
function prepareWindow(): void {
  Object.defineProperty(window, 'crypto', { value: webcrypto });
  fillBrowserGaps();
  window.matchMedia = createUnmatchedMediaQuery;
  Object.assign(window, { isSecureContext: true });
  window.ResizeObserver = IdleResizeObserver;
  Object.assign(window, { IntersectionObserver: IdleResizeObserver });
  Object.defineProperty(document, 'fonts', { value: new EventTarget() });
  // Errors that a screen reports as uncaught make the run fail.
  globalThis.reportError = (error: unknown) =>
    queueMicrotask(() => {
      throw error;
    });
  Element.prototype.scrollIntoView = () => undefined;
  cacheComputedStyles(window);
  disableOwnerStacks();
  // The default of one second is too short on a busy machine.
  configure({ asyncUtilTimeout: 60_000 });
  omitDocumentFromErrors();
}
if (!('fonts' in document)) prepareWindow();

/**
 * Id in the name of each broadcast channel. It keeps the messages within the test file, because Node would also deliver them to
 * the test files in other threads.
 */
const testFileId = randomUUID();
globalThis.BroadcastChannel = class extends ThreadsChannel {
  constructor(name: string) {
    super(`${testFileId} ${name}`);
  }
} as unknown as typeof BroadcastChannel;

afterEach(cleanup);
// The run waits for dynamic imports, because a part of a screen that loads after the window was closed causes an error.
afterAll(() => vi.dynamicImportSettled());
