import type { EvictableData } from '../base/problem.ts';
import { db } from '../database/database.ts';
import { deleteUnreferencedBytes, fileTables } from '../keys/pictures.ts';

/** Maximum number of entries that one transaction releases or sends again. */
export const RELEASE_BATCH_SIZE = 50;

async function deleteRetainedEntries(ids: readonly string[]): Promise<void> {
  const rows = await db.kept.bulkGet([...ids]);
  await db.kept.bulkDelete([...ids]);
  await deleteUnreferencedBytes(rows.flatMap((row) => row?.bytesIds ?? []));
}

/** Releases entries in small transactions, so that an interrupted run keeps its progress. */
export async function releaseRetainedEntries(ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += RELEASE_BATCH_SIZE)
    await db.transaction('rw', fileTables(), () =>
      deleteRetainedEntries(ids.slice(from, from + RELEASE_BATCH_SIZE)),
    );
}

/**
 * Id of a row and the time from which its age counts (fetch or delivery). Infinity if the time is unknown: the row then counts
 * as newest.
 */
type RowIdAndTime = readonly [id: string, at: number];

const oldestHalfIds = (all: RowIdAndTime[]): string[] =>
  all
    .sort(([, one], [, other]) => one - other)
    .slice(0, Math.ceil(all.length / 2))
    .map(([id]) => id);

/**
 * Deletes the older half of the cached responses or, if none exist and `givesWay` permits it, of the retained entries. Returns
 * false when nothing was deleted.
 */
export async function evictOldestData(givesWay: EvictableData): Promise<boolean> {
  if (givesWay === 'nothing') return false;
  const all: RowIdAndTime[] = [];
  // A cursor keeps only one row in memory, because rows with images are large.
  await db.cache.each(({ key, fetchedAt }) => all.push([key, fetchedAt]));
  if (all.length > 0) await db.cache.bulkDelete(oldestHalfIds(all));
  else if (givesWay === 'custody') {
    await db.kept.orderBy('[life+seenAt+size]').eachKey((key, { primaryKey }) => {
      all.push([primaryKey, (key as unknown as [string, number, number])[1] || Infinity]);
    });
    await releaseRetainedEntries(oldestHalfIds(all));
  }
  return all.length > 0;
}
