import type { GivesWay } from '../base/problem.ts';
import { db } from '../database/database.ts';
import { dropUnreferenced, pictureTables } from '../keys/pictures.ts';

/** So many are let go, or sent again, in one transaction. */
export const AT_ONCE = 50;

/** Inside a transaction over `pictureTables`: with their files. */
async function dropKept(ids: readonly string[]): Promise<void> {
  const rows = await db.kept.bulkGet([...ids]);
  await db.kept.bulkDelete([...ids]);
  await dropUnreferenced(rows.flatMap((row) => row?.bytesIds ?? []));
}

/** A few at a time: who is killed between has let go of some. */
export async function release(ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await db.transaction('rw', pictureTables(), () => dropKept(ids.slice(from, from + AT_ONCE)));
}

/** Infinity: nobody knows, so it is the newest. */
type Aged = readonly [id: string, at: number];

const olderHalf = (all: Aged[]): string[] =>
  all
    .sort(([, one], [, other]) => one - other)
    .slice(0, Math.ceil(all.length / 2))
    .map(([id]) => id);

/** Half of the cache goes, the oldest first; where there is none, half of what has arrived already. False when there was nothing. */
export async function giveWay(givesWay: GivesWay): Promise<boolean> {
  if (givesWay === 'nothing') return false;
  const all: Aged[] = [];
  // A cursor: pictures are large, and one of them is in memory at a time.
  await db.cache.each(({ key, fetchedAt }) => all.push([key, fetchedAt]));
  if (all.length > 0) await db.cache.bulkDelete(olderHalf(all));
  else if (givesWay === 'custody') {
    await db.kept.orderBy('[life+seenAt+size]').eachKey((key, { primaryKey }) => {
      all.push([primaryKey, (key as unknown as [string, number, number])[1] || Infinity]);
    });
    await release(olderHalf(all));
  }
  return all.length > 0;
}
