import type { DBCore, Middleware } from 'dexie';

/** Store that every write transaction includes. Any store would do; this one is read least. */
const SHARED_STORE = 'mirrors';

/**
 * Allows one write transaction at a time over all windows and the worker, by including a common store in each. Chromium deletes
 * the whole database if it is killed while two transactions write to different stores: at the next start it rolls both back and
 * requests the database lock for each, and takes the failure of the second request for damage (docs/decisions/0010).
 */
export const singleWriterMiddleware: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'one-writer',
  create: (core) => ({
    ...core,
    transaction: (stores, mode, options) =>
      core.transaction(
        mode === 'readwrite' && !stores.includes(SHARED_STORE) ? [...stores, SHARED_STORE] : stores,
        mode,
        options,
      ),
  }),
};
