// Browser features that happy-dom lacks or implements differently. Each stand-in follows the standard.
import { Buffer } from 'node:buffer';
import { BroadcastChannel as NodeChannel, MessageChannel as NodeMessageChannel } from 'node:worker_threads';

class PageTransition extends Event implements PageTransitionEvent {
  readonly persisted: boolean;
  constructor(type: string, { persisted = false, ...rest }: PageTransitionEventInit = {}) {
    super(type, rest);
    this.persisted = persisted;
  }
}

// Node's channels reach all threads of the process, but each test file represents a separate browser.
const browser = crypto.randomUUID();
class OwnChannel extends NodeChannel {
  constructor(name: string) {
    super(`${browser} ${name}`);
  }
}

/** Fills the gaps of this window. */
export function fillBrowserGaps(): void {
  for (const name of ['videoWidth', 'videoHeight'])
    Object.defineProperty(HTMLVideoElement.prototype, name, { configurable: true, get: () => 0 });
  const bytes = Buffer.alloc(1);
  Object.assign(globalThis, {
    PageTransitionEvent: PageTransition,
    // Requests fail here, because happy-dom would send them to the network; tests replace the server.
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    MessageChannel: NodeMessageChannel,
    BroadcastChannel: OwnChannel,
    // The window's own byte arrays are unusable for Node's WebCrypto, structured clone and Blob, which accept only Node's.
    ArrayBuffer: bytes.buffer.constructor,
    Uint8Array: Object.getPrototypeOf(Buffer) as typeof Uint8Array,
  });
}
