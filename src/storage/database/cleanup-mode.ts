import type { DBCore, Middleware } from 'dexie';

/** Store on which the empty transaction of `leaveCleanupModeMiddleware` runs; any store would do. */
const ANY_STORE = 'mirrors';

/**
 * Works around a bug of Firefox: after a transaction ran out of space, the connection's next transaction can only delete. Its
 * first `put` fails with an InvalidStateError even if there is space again. An empty transaction takes that place, so that the
 * next write fails only with a real error (S20). No effect in other browsers.
 */
export const leaveCleanupModeMiddleware: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'leave-cleanup-mode',
  create: (core) => ({
    ...core,
    transaction(stores, mode, options) {
      const transaction = core.transaction(stores, mode, options) as IDBTransaction;
      transaction.addEventListener('abort', () => {
        if (transaction.error?.name !== 'QuotaExceededError') return;
        try {
          core.transaction([ANY_STORE], 'readwrite');
        } catch (error) {
          // The connection was closed in the meantime. The next connection can write, so nothing is left to do.
          if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
        }
      });
      return transaction;
    },
  }),
};
