import type { Database } from '../../platform/database/connection/client.ts';
import { issuedConcepts } from '../../schema/evaluation/evaluations.ts';
import { storeFile } from '../../platform/files/store-file.ts';
import type { FileStore } from '../../platform/files/store.ts';
import { readIssuedConcept } from '../queries/issued-concept.ts';
import type { ClosedEvaluation } from '../queries/report-input.ts';

/**
 * Stores the bytes permanently as the concept of the signed version. Of several concurrent calls, only the first one's bytes
 * become the concept; the sweep deletes the files of the other calls.
 * @returns the bytes of the stored concept, possibly from another call
 * @throws the errors of FileStore
 */
export async function storeIssuedConcept(
  { db, files, clock }: { readonly db: Database; readonly files: FileStore; readonly clock: () => Date },
  closing: ClosedEvaluation,
  made: Buffer,
): Promise<Buffer> {
  const { storagePath, storedSha256, bytes } = await storeFile(files, {
    bytes: made,
    mime: 'application/pdf',
    extension: 'pdf',
  });
  const { id: evaluationId, version } = closing;
  const { rowCount } = await db
    .insert(issuedConcepts)
    .values({ evaluationId, version, storagePath, storedSha256, bytes, issuedAt: clock() })
    .onConflictDoNothing();
  if (rowCount === 1) return made;
  const first = await readIssuedConcept({ db, files }, closing);
  if (!first) throw new Error('An issued concept has no row');
  return first;
}
