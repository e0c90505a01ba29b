import type { DBCore, Middleware } from 'dexie';

/** Store that every write transaction includes. Any store will do; this one is read least. */
const TURN = 'mirrors';

/**
 * Allows one write transaction at a time across all windows and the worker, by including a common store in each. Chromium
 * deletes the whole database when it is killed while two transactions write to different stores. At the next start it rolls
 * both back and requests the lock on the database for each. The second request fails, which Chromium takes for damage
 * (docs/decisions/0010).
 */
export const singleWriter: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'one-writer',
  create: (core) => ({
    ...core,
    transaction: (stores, mode, options) =>
      core.transaction(
        mode === 'readwrite' && !stores.includes(TURN) ? [...stores, TURN] : stores,
        mode,
        options,
      ),
  }),
};
