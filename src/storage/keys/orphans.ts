import { db } from '../database/database.ts';
import { storing } from '../base/problem.ts';
import { dropUnreferenced, pictureTables } from './pictures.ts';

/** Ids of bytes that nobody names; only keys are read. */
async function orphans(): Promise<string[]> {
  const [ids, ...named] = await Promise.all([
    db.bytes.toCollection().primaryKeys(),
    db.drafts.orderBy('photo.bytesId').keys(),
    db.drafts.orderBy('signature.bytesId').keys(),
    db.items.orderBy('picture.bytesId').keys(),
    db.kept.orderBy('bytesIds').keys(),
  ]);
  const names = new Set<unknown>(named.flat());
  return ids.filter((id) => !names.has(id));
}

/** At a start: a picture taken again is written before it is named (S2), and its page may die between the two. */
export const dropOrphans = (): Promise<void> =>
  storing(async () => {
    const found = await orphans();
    if (found.length > 0) await db.transaction('rw', pictureTables(), () => dropUnreferenced(found));
  });
