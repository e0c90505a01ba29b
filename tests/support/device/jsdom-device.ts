// The device's storage inside jsdom. Import it before anything else: Dexie remembers the constructors it finds.
import { Buffer } from 'node:buffer';
import './indexeddb.ts';

// jsdom puts its own ArrayBuffer and Uint8Array over Node's, and Node's WebCrypto and structured clone know only Node's.
const bytes = Buffer.alloc(1);
Object.assign(globalThis, {
  ArrayBuffer: bytes.buffer.constructor,
  Uint8Array: Object.getPrototypeOf(Buffer) as typeof Uint8Array,
  // Browsers have it, jsdom does not: a reported bug fails the test that it happened in.
  reportError: (error: unknown) => {
    queueMicrotask(() => {
      throw error;
    });
  },
});
