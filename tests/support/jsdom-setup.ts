// What jsdom lacks and Mantine asks for at its start.
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

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

window.matchMedia = noMedia;
Object.assign(window, { isSecureContext: true });
window.ResizeObserver = IdleResizeObserver;
Element.prototype.scrollIntoView = () => undefined;

afterEach(cleanup);
