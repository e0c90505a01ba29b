import { isRestored, keepBackups, startBackups } from '#storage/backup/backup.ts';

/** S25: what a lost database had is brought back at the start, and before anybody is told of this device or signs in. */
let restored: Promise<void> | undefined;
let running = false;

/**
 * Begins anew, `after` something that comes first; a failure is reported, and keeps nobody out. What is written from now
 * on has its copy in any case.
 */
export function restore(after: Promise<unknown> = Promise.resolve()): void {
  running = true;
  keepBackups();
  restored = after.then(startBackups).finally(() => {
    running = false;
  });
  restored.catch(reportError);
}

/** A browser's cache that never answers must not keep people out. */
const RESTORED_WITHIN_MS = 60_000;

/** Settles when what a lost database had is here again, or cannot be. */
export const whenRestored = (): Promise<void> =>
  Promise.race([
    Promise.resolve(restored).catch(() => undefined),
    new Promise<void>((resolve) => setTimeout(resolve, RESTORED_WITHIN_MS)),
  ]);

/** The same for a database that went since the start, and for what there was no room for then. */
export async function ensureRestored(): Promise<void> {
  await whenRestored();
  // A storage that fails says so to whoever asks it next, and to the person (S20).
  if (running || (await isRestored().catch(() => true))) return;
  restore();
  await whenRestored();
}
