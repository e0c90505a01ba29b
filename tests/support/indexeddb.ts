import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

// Only where the platform has none: the same suites run in Chromium on the real one.
if (typeof indexedDB === 'undefined') Object.assign(globalThis, { indexedDB: new IDBFactory(), IDBKeyRange });
