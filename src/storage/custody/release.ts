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

/** The oldest first; those of which nobody knows when they arrived are the newest. */
async function oldestKept(): Promise<string[]> {
  const seen: { id: string; seenAt: number }[] = [];
  await db.kept.orderBy('[life+seenAt+size]').eachKey((key, { primaryKey: id }) => {
    seen.push({ id, seenAt: (key as unknown as [string, number, number])[1] || Infinity });
  });
  return seen.sort((one, other) => one.seenAt - other.seenAt).map(({ id }) => id);
}

/** Half of what has arrived already goes, the oldest first, so that what waits has room. False when there was nothing. */
export async function giveWay(): Promise<boolean> {
  const ids = await oldestKept();
  if (ids.length === 0) return false;
  await release(ids.slice(0, Math.ceil(ids.length / 2)));
  return true;
}
