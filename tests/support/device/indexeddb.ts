import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

// Only a platform without IndexedDB gets this implementation; in Chromium the same suites use the real IndexedDB.
if (typeof indexedDB === 'undefined') Object.assign(globalThis, { indexedDB: new IDBFactory(), IDBKeyRange });
// Proofs need the page's address, although a mocked fetch does not.
if (typeof location === 'undefined') Object.assign(globalThis, { location: new URL('https://desk.test') });
