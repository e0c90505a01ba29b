import { isRestored, startContinuousBackup, startBackups } from '#storage/backup/backup.ts';

/** S25: restore that runs at the start of the page, before entries are shown or a user signs in. */
let restored: Promise<void> | undefined;
let running = false;

/**
 * Starts a restore when the promise `after` settles. A failed restore is reported and does not prevent a sign-in. New data is
 * backed up from now on in any case.
 */
export function startRestore(after: Promise<unknown> = Promise.resolve()): void {
  running = true;
  startContinuousBackup();
  restored = after.then(startBackups).finally(() => {
    running = false;
  });
  restored.catch(reportError);
}

/** Longest wait for the restore in ms, because Cache Storage may never respond, and this must not prevent a sign-in. */
const RESTORED_WITHIN_MS = 60_000;

export const waitUntilRestored = (): Promise<void> =>
  Promise.race([
    Promise.resolve(restored).catch(() => undefined),
    new Promise<void>((resolve) => setTimeout(resolve, RESTORED_WITHIN_MS)),
  ]);

/** Restores once more if the database was lost after the start, or if the first restore lacked space. */
export async function ensureRestored(): Promise<void> {
  await waitUntilRestored();
  // If the database cannot be read, the next operation reports the failure to the user (S20).
  if (running || (await isRestored().catch(() => true))) return;
  startRestore();
  await waitUntilRestored();
}
