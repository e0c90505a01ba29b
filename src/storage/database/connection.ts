import { db } from './database.ts';
import { StorageProblem, reportBug, runStorageOperation, toStorageProblem } from '../base/problem.ts';

/**
 * Registers a listener for the loss of the connection: WebKit lost it, another version of the app or 'clear site data' closed
 * it, or opening failed. The connection still exists when the listener is called. Returns an unsubscribe function.
 */
export function onDatabaseConnectionLost(listener: () => void): () => void {
  db.on('close', listener);
  return () => db.on('close').unsubscribe(listener);
}

/**
 * Pauses between attempts, ms. A browser that deletes or repairs its data aborts attempts for a while. More attempts are
 * useless, because a database process that WebKit lost does not come back.
 */
const REOPEN_DELAYS_MS = [200, 600, 1_800];

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** @throws StorageProblem if this page can no longer open the database */
export async function reopenDatabase(): Promise<void> {
  for (const wait of [...REOPEN_DELAYS_MS, null]) {
    try {
      await db.open();
      return;
    } catch (error) {
      if (wait === null) throw toStorageProblem(error) ?? new StorageProblem('closed', error);
      await pause(wait);
    }
  }
}

/** Repeats a read once over a new connection if the connection was lost, so that stored data do not seem to be missing. */
export const readWithReconnect = <Result>(read: () => Promise<Result>): Promise<Result> =>
  runStorageOperation(read).catch(async (error: unknown) => {
    if (toStorageProblem(error)?.kind !== 'closed') throw error;
    await reopenDatabase();
    return runStorageOperation(read);
  });

/**
 * Makes a worker's next use of the database open it again, because no user reloads a worker, and Dexie rejects every operation
 * after a failed opening.
 */
export function reportErrorAndAllowReopen(error: unknown): void {
  if (toStorageProblem(error)?.kind === 'closed') db.close({ disableAutoOpen: false });
  reportBug(error);
}

/** Opens the database in advance, because the first opening after the browser's start is slow. */
export const preopenDatabase = async (): Promise<void> => void (await db.open());

/**
 * Returns true if the database is new or the browser's data were deleted: the tables whose rows stay after a sign-out are empty
 * too.
 */
export const isDatabaseErasedOrNew = async (): Promise<boolean> =>
  (
    await Promise.all([db.deviceKeys, db.mirrors, db.catalogs, db.entries].map((table) => table.count()))
  ).every((count) => count === 0);
