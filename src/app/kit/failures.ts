import { isTransactionAborted, toStorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import { createStore } from '#ui/hooks/store.ts';

/**
 * Current storage problem of background work. The app ignores no background failure: storage problems are shown to users, and
 * bugs are logged to the console.
 */
const backgroundStorageProblem = createStore<StorageProblemKind | null>(null);

export const { read: readBackgroundStorageProblem, subscribe: onBackgroundStorageProblemChange } =
  backgroundStorageProblem;

/**
 * Returns the kind of storage problem; null for another error. An aborted transaction counts as 'closed', because a transaction
 * is aborted for example while the app deletes its data. The connection is then reopened and the data is read again.
 */
const storageProblemKindOf = (error: unknown): StorageProblemKind | null =>
  toStorageProblem(error)?.kind ?? (isTransactionAborted(error) ? 'closed' : null);

export function reportFailure(error: unknown): void {
  const kind = storageProblemKindOf(error);
  if (kind) backgroundStorageProblem.set(kind);
  else reportError(error);
}

export function clearBackgroundStorageProblem(kind: StorageProblemKind): void {
  if (backgroundStorageProblem.read() === kind) backgroundStorageProblem.set(null);
}

/**
 * S20: shows storage problems that no other code handled: errors passed to `reportError`, and unhandled rejections. Must be
 * called once, when the page starts. All other errors still reach the console.
 */
export function showUncaughtStorageProblems(): void {
  const reportEvent = (event: Event, error: unknown) => {
    const kind = storageProblemKindOf(error);
    if (!kind) return;
    event.preventDefault();
    backgroundStorageProblem.set(kind);
  };
  window.addEventListener('error', (event) => reportEvent(event, event.error));
  window.addEventListener('unhandledrejection', (event) => reportEvent(event, event.reason));
}
