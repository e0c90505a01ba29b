import { isRestored, keepBackups, startBackups } from '#storage/backup/backup.ts';

/** S25: the data of a lost database is restored at the start, before its entries are shown or a user signs in. */
let restored: Promise<void> | undefined;
let running = false;

/**
 * Starts a restore `after` another promise; a failure is reported and blocks no user. Data written from now on is backed up in
 * any case.
 */
export function restore(after: Promise<unknown> = Promise.resolve()): void {
  running = true;
  keepBackups();
  restored = after.then(startBackups).finally(() => {
    running = false;
  });
  restored.catch(reportError);
}

/** Longest wait in ms: a browser cache that does not respond must not block users. */
const RESTORED_WITHIN_MS = 60_000;

/** Settles when the data of a lost database is restored or cannot be. */
export const whenRestored = (): Promise<void> =>
  Promise.race([
    Promise.resolve(restored).catch(() => undefined),
    new Promise<void>((resolve) => setTimeout(resolve, RESTORED_WITHIN_MS)),
  ]);

/** Does the same for a database that was lost since the start, and for data that had no space then. */
export async function ensureRestored(): Promise<void> {
  await whenRestored();
  // A failing storage is reported to its next caller and to the user (S20).
  if (running || (await isRestored().catch(() => true))) return;
  restore();
  await whenRestored();
}
