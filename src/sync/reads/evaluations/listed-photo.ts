import type { FileResponse } from '#network/client.ts';
import {
  isFileCached,
  readOrFetchFile,
  readCachedEvaluation,
  type FileQuery,
  type CacheOwner,
} from './evaluations.ts';

/**
 * Returns the photo next to a patient in a list; null if the device lacks it. Uses only prefetched photos (R2), so that a list
 * of forty patients causes no requests. Showing a photo counts as an access (R4).
 */
export async function readCachedPhoto(
  reader: CacheOwner,
  evaluationId: string,
): Promise<FileResponse | null> {
  const held = await readCachedEvaluation(reader, evaluationId);
  const photo = held?.evaluation.media.find(({ type }) => type === 'photo');
  if (!photo) return null;
  const question: FileQuery = { evaluationId, fileId: photo.id, storagePath: photo.storage_path };
  return (await isFileCached(reader, question)) ? readOrFetchFile(reader, question, true) : null;
}
