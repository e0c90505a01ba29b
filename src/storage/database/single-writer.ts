import type { DBCore, Middleware } from 'dexie';

/** Any store would do; this one is read least. */
const TURN = 'mirrors';

/**
 * Lets one transaction write at a time, in all windows and the worker: each takes part in one store that all have in
 * common. Chromium throws the whole database away when it is killed while two write to different stores: at the next
 * start it takes back what was not finished, asks for the lock on the database for each of the two alone, and believes
 * the second, which cannot have it, to be damage (docs/decisions/0010).
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
