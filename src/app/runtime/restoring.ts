import { isRestored, startContinuousBackup, startBackups } from '#storage/backup/backup.ts';

/** S25: restore at the start of the page. It runs before the entries are shown or a user signs in. */
let restored: Promise<void> | undefined;
let running = false;

/**
 * Starts a restore when the promise `after` is settled; a failed restore is reported and does not prevent a sign-in. Data
 * written from now on is backed up in any case.
 */
export function startRestore(after: Promise<unknown> = Promise.resolve()): void {
  running = true;
  startContinuousBackup();
  restored = after.then(startBackups).finally(() => {
    running = false;
  });
  restored.catch(reportError);
}

/** Longest wait in ms, because Cache Storage may never respond and must not prevent a sign-in. */
const RESTORED_WITHIN_MS = 60_000;

/** Settles when the data of a lost database is restored or cannot be restored. */
export const waitUntilRestored = (): Promise<void> =>
  Promise.race([
    Promise.resolve(restored).catch(() => undefined),
    new Promise<void>((resolve) => setTimeout(resolve, RESTORED_WITHIN_MS)),
  ]);

/** Restores again if the database was lost after the start, or if the first restore had no space for all data. */
export async function ensureRestored(): Promise<void> {
  await waitUntilRestored();
  // If storage cannot be read, the next caller reports the failure to the user (S20).
  if (running || (await isRestored().catch(() => true))) return;
  startRestore();
  await waitUntilRestored();
}
