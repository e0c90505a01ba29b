import type { Bytes } from '#network/client.ts';
import { hasFile, readFile, recallEvaluation, type FileQuestion, type Reader } from './evaluations.ts';

/**
 * The photo beside a person in a list: of what a round has brought (R2), and from nowhere else, so that a list of forty asks for no
 * picture. Null while it is not here. Who sees it has opened it (R4).
 */
export async function photoOnDevice(reader: Reader, evaluationId: string): Promise<Bytes | null> {
  const held = await recallEvaluation(reader, evaluationId);
  const photo = held?.evaluation.media.find(({ type }) => type === 'photo');
  if (!photo) return null;
  const question: FileQuestion = { evaluationId, fileId: photo.id, storagePath: photo.storage_path };
  return (await hasFile(reader, question)) ? readFile(reader, question, true) : null;
}
