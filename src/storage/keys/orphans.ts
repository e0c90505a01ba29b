import { db } from '../database/database.ts';
import { withStorageErrors } from '../base/problem.ts';
import { deleteUnreferencedBytes, pictureTables } from './pictures.ts';

/** Returns the ids of bytes that no row references; reads keys only. */
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

/**
 * Deletes unreferenced bytes at the start of the app. A retaken picture is written before a row references it (S2), and its
 * page may die between the two writes.
 */
export const deleteOrphanedFiles = (): Promise<void> =>
  withStorageErrors(async () => {
    const found = await orphans();
    if (found.length > 0) await db.transaction('rw', pictureTables(), () => deleteUnreferencedBytes(found));
  });
