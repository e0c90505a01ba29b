import type { DBCore, Middleware } from 'dexie';

/** Any store would do. */
const ANY = 'mirrors';

/**
 * After a transaction that found no space, Firefox lets the connection's next one only delete: its first `put` fails
 * with an InvalidStateError, as if the connection were lost, even when there is space again. An empty transaction takes
 * that turn, so that whoever writes next is told the truth (S20). Elsewhere it does nothing.
 */
export const leaveCleanupMode: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'leave-cleanup-mode',
  create: (core) => ({
    ...core,
    transaction(stores, mode, options) {
      const transaction = core.transaction(stores, mode, options) as IDBTransaction;
      transaction.addEventListener('abort', () => {
        if (transaction.error?.name !== 'QuotaExceededError') return;
        try {
          core.transaction([ANY], 'readwrite');
        } catch (error) {
          // Closed meanwhile: the next connection begins without it.
          if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
        }
      });
      return transaction;
    },
  }),
};
