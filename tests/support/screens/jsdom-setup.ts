// Features that jsdom lacks: Mantine needs most of them at its start, the device needs crypto for its keys.
import { webcrypto } from 'node:crypto';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { printNothingInVain } from './cheap-failures.ts';
import { rememberComputedStyles } from './computed-style.ts';
import { leaveOutOwnerStacks } from './owner-stacks.ts';

const noMedia = (media: string): MediaQueryList =>
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

Object.defineProperty(window, 'crypto', { value: webcrypto });
window.matchMedia = noMedia;
Object.assign(window, { isSecureContext: true });
window.ResizeObserver = IdleResizeObserver;
Object.assign(window, { IntersectionObserver: IdleResizeObserver });
Object.defineProperty(document, 'fonts', { value: new EventTarget() });
// Files run in threads of one process, and Node's channels reach all of them; the prefix makes each file a separate browser.
const browser = crypto.randomUUID();
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(`${browser} ${name}`);
  }
};
// An error that a screen reports fails the run, because it has no other destination here.
globalThis.reportError = (error: unknown) =>
  queueMicrotask(() => {
    throw error;
  });
Element.prototype.scrollIntoView = () => undefined;
rememberComputedStyles(window);
leaveOutOwnerStacks();

// Tests wait up to 15 s for an element, because a second is too short on a busy machine.
configure({ asyncUtilTimeout: 15_000 });
printNothingInVain();
afterEach(cleanup);
// A part of a screen that is still loading would fail when its window is gone.
afterAll(() => vi.dynamicImportSettled());
