import type { Bytes } from '#network/client.ts';
import { hasFile, readFile, readCachedEvaluation, type FileQuery, type Reader } from './evaluations.ts';

/**
 * Returns the photo shown next to a patient in a list, only from prefetched data (R2), so that a list of forty patients causes
 * no requests. Null if the device lacks the photo. Displaying it counts as an access (R4).
 */
export async function photoOnDevice(reader: Reader, evaluationId: string): Promise<Bytes | null> {
  const held = await readCachedEvaluation(reader, evaluationId);
  const photo = held?.evaluation.media.find(({ type }) => type === 'photo');
  if (!photo) return null;
  const question: FileQuery = { evaluationId, fileId: photo.id, storagePath: photo.storage_path };
  return (await hasFile(reader, question)) ? readFile(reader, question, true) : null;
}
