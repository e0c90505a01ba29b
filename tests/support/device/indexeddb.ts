import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

// Node has no IndexedDB and gets this implementation; in Chromium the same suites use the real IndexedDB.
if (typeof indexedDB === 'undefined') Object.assign(globalThis, { indexedDB: new IDBFactory(), IDBKeyRange });
// A device-key proof contains the page's address, so Node needs one although `fetch` is mocked.
if (typeof location === 'undefined') Object.assign(globalThis, { location: new URL('https://desk.test') });
