import {
  areBackupsRestored,
  startContinuousBackup,
  restoreRowsAndStartBackups,
} from '#storage/backup/backup.ts';

/** S25: restore that runs at the start of the page, before entries are shown or a user signs in. */
let pendingRestore: Promise<void> | undefined;
let isRestoring = false;

/**
 * Starts a restore when the promise `after` settles. A failed restore is reported and does not prevent a sign-in. New data is
 * backed up from now on in any case.
 */
export function startBackupAndRestore(after: Promise<unknown> = Promise.resolve()): void {
  isRestoring = true;
  startContinuousBackup();
  pendingRestore = after.then(restoreRowsAndStartBackups).finally(() => {
    isRestoring = false;
  });
  pendingRestore.catch(reportError);
}

/** Longest wait for the restore in ms, because Cache Storage may never respond, and this must not prevent a sign-in. */
const RESTORE_TIMEOUT_MS = 60_000;

export const waitForRestoreAttempt = (): Promise<void> =>
  Promise.race([
    Promise.resolve(pendingRestore).catch(() => undefined),
    new Promise<void>((resolve) => setTimeout(resolve, RESTORE_TIMEOUT_MS)),
  ]);

/** Restores once more if the database was lost after the start, or if the first restore lacked space. */
export async function waitForRestoreOrRetry(): Promise<void> {
  await waitForRestoreAttempt();
  // If the database cannot be read, the next operation reports the failure to the user (S20).
  if (isRestoring || (await areBackupsRestored().catch(() => true))) return;
  startBackupAndRestore();
  await waitForRestoreAttempt();
}
