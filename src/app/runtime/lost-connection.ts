import { onDatabaseConnectionLost, reopenDatabase } from '#storage/database/connection.ts';
import { toStorageProblem } from '#storage/base/problem.ts';
import { isReloadDisruptive } from '#ui/dialogs/unsaved.ts';
import {
  clearBackgroundStorageProblem,
  onBackgroundStorageProblemChange,
  readBackgroundStorageProblem,
  reportFailure,
} from '../kit/failures.ts';
import { tryRecordAutomaticReload } from './automatic-reload.ts';

/** Reloads a page that cannot reopen its database, unless this would lose unsaved input. */
function reloadIfSafe(reload: () => void): void {
  if (!isReloadDisruptive() && tryRecordAutomaticReload(Date.now())) reload();
}

/**
 * S20: reopens a lost database connection and clears the problem. Some connections can only be reopened by a reload (WebKit):
 * then the page reloads, or a notice asks the user to reload. Returns a function that stops the monitoring.
 */
export function reopenDatabaseWhenLost(
  onReopened: () => Promise<void>,
  reload = () => location.reload(),
): () => void {
  let recovering = false;
  const recover = async () => {
    try {
      await reopenDatabase();
      clearBackgroundStorageProblem('closed');
      await onReopened();
    } catch (error) {
      reportFailure(error);
      if (toStorageProblem(error)?.kind === 'closed') reloadIfSafe(reload);
    }
  };
  const start = () => {
    if (recovering) return; // A failed attempt to open the database closes the connection a second time, which must not start another recovery.
    recovering = true;
    // Waits one task, because Dexie has not released the connection yet.
    setTimeout(() => void recover().finally(() => (recovering = false)), 0);
  };
  const onProblem = () => {
    if (readBackgroundStorageProblem() === 'closed') start();
  };
  const stops = [onDatabaseConnectionLost(start), onBackgroundStorageProblemChange(onProblem)];
  return () => stops.forEach((stop) => stop());
}
