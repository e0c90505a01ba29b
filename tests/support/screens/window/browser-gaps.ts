// This file replaces browser features that happy-dom lacks or implements differently. Each replacement follows the standard.
import { Buffer } from 'node:buffer';
import { BroadcastChannel as NodeChannel, MessageChannel as NodeMessageChannel } from 'node:worker_threads';

class FakePageTransitionEvent extends Event implements PageTransitionEvent {
  readonly persisted: boolean;
  constructor(type: string, { persisted = false, ...rest }: PageTransitionEventInit = {}) {
    super(type, rest);
    this.persisted = persisted;
  }
}

// Node's broadcast channels reach all threads of the process. The id in the channel's name keeps test files apart, because each
// represents a separate browser.
const browserId = crypto.randomUUID();
class SeparateChannel extends NodeChannel {
  constructor(name: string) {
    super(`${browserId} ${name}`);
  }
}

export function fillBrowserGaps(): void {
  for (const name of ['videoWidth', 'videoHeight'])
    Object.defineProperty(HTMLVideoElement.prototype, name, { configurable: true, get: () => 0 });
  const bytes = Buffer.alloc(1);
  Object.assign(globalThis, {
    PageTransitionEvent: FakePageTransitionEvent,
    // Requests fail as without network, because happy-dom would really send them. Tests replace `fetch` by a simulated server.
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    MessageChannel: NodeMessageChannel,
    BroadcastChannel: SeparateChannel,
    // Node's WebCrypto, structured clone and Blob accept only Node's own byte arrays, not those of the happy-dom window.
    ArrayBuffer: bytes.buffer.constructor,
    Uint8Array: Object.getPrototypeOf(Buffer) as typeof Uint8Array,
  });
}
