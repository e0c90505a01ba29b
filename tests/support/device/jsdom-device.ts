// The device's storage inside jsdom. It must be imported first, because Dexie remembers the constructors that it finds.
import { Buffer } from 'node:buffer';
import './indexeddb.ts';

// jsdom replaces Node's ArrayBuffer and Uint8Array, but Node's WebCrypto and structured clone know only Node's.
const bytes = Buffer.alloc(1);
Object.assign(globalThis, {
  ArrayBuffer: bytes.buffer.constructor,
  Uint8Array: Object.getPrototypeOf(Buffer) as typeof Uint8Array,
  // Browsers have reportError, jsdom does not. A reported error fails the test in which it occurred.
  reportError: (error: unknown) => {
    queueMicrotask(() => {
      throw error;
    });
  },
});
