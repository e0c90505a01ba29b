import { db } from '../database/database.ts';
import { runStorageOperation } from '../base/problem.ts';
import { deleteUnreferencedBytes, fileTables } from './pictures.ts';

async function listOrphanedBytesIds(): Promise<string[]> {
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
 * Deletes unreferenced bytes; runs when the app starts. A retaken picture is written before a row references it (S2), and the
 * page may die in between.
 */
export const deleteOrphanedFiles = (): Promise<void> =>
  runStorageOperation(async () => {
    const found = await listOrphanedBytesIds();
    if (found.length > 0) await db.transaction('rw', fileTables(), () => deleteUnreferencedBytes(found));
  });
