import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

// Only where the platform has none: the same suites run in Chromium on the real one.
if (typeof indexedDB === 'undefined') Object.assign(globalThis, { indexedDB: new IDBFactory(), IDBKeyRange });
// Proofs name the page's address; a fetch that a test stands in for does not need one.
if (typeof location === 'undefined') Object.assign(globalThis, { location: new URL('https://desk.test') });
