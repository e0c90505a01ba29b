import { db } from './database.ts';
import { StorageProblem, reportBug, storing, toStorageProblem } from '../base/problem.ts';

/**
 * Calls back when the connection goes: WebKit lost it, another version or 'clear site data' takes it, an opening failed.
 * Not gone yet at that moment. Returns how to stop.
 */
export function onConnectionLost(listener: () => void): () => void {
  db.on('close', listener);
  return () => db.on('close').unsubscribe(listener);
}

/** While a browser deletes or repairs what is there, it aborts openings too. WebKit's lost server is away for good. */
const PAUSES_MS = [200, 600, 1_800];

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** @throws StorageProblem when this page cannot have the database any more */
export async function reopen(): Promise<void> {
  for (const wait of [...PAUSES_MS, null]) {
    try {
      await db.open();
      return;
    } catch (error) {
      if (wait === null) throw toStorageProblem(error) ?? new StorageProblem('closed', error);
      await pause(wait);
    }
  }
}

/** A read that met a lost connection is made once more over the next one: what lies here must not look empty. */
export const readSurely = <Result>(read: () => Promise<Result>): Promise<Result> =>
  storing(read).catch(async (error: unknown) => {
    if (toStorageProblem(error)?.kind !== 'closed') throw error;
    await reopen();
    return storing(read);
  });

/**
 * What failed in a worker, which nobody reloads and where nobody waits. After an opening that failed Dexie refuses everything
 * until somebody opens again; from here on the next use does.
 */
export function reopenAfter(error: unknown): void {
  if (toStorageProblem(error)?.kind === 'closed') db.close({ disableAutoOpen: false });
  reportBug(error);
}

/** Opening is slow the first time after the browser's start, for whichever context comes first. */
export const openEarly = async (): Promise<void> => void (await db.open());

/** Nothing is here of what even a sign-out leaves: the browser's data were deleted. */
export const isErased = async (): Promise<boolean> =>
  (
    await Promise.all([db.deviceKeys, db.mirrors, db.catalogs, db.entries].map((table) => table.count()))
  ).every((count) => count === 0);
