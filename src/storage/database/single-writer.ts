import type { DBCore, Middleware } from 'dexie';

/** Any store would do; this one is read least. */
const TURN = 'mirrors';

/**
 * Lets one transaction write at a time, in all windows and the worker: each takes part in one store that all have in
 * common. Chromium deletes the whole database when it is killed while two transactions write to different stores. At the
 * next start it rolls both back, and asks for the lock on the database for each. The second cannot have it, which
 * Chromium takes for damage (docs/decisions/0010).
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
