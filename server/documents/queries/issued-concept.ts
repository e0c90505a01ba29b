import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection/client.ts';
import { issuedConcepts } from '../../schema/evaluation/evaluations.ts';
import type { FileStore } from '../../platform/files/store.ts';
import type { ClosedEvaluation } from './report-input.ts';

/**
 * Returns the stored concept of a signed version; null if none is stored yet.
 * @throws the errors of `FileStore.read`
 */
export async function readIssuedConcept(
  { db, files }: { readonly db: Executor; readonly files: FileStore },
  { id, version }: ClosedEvaluation,
): Promise<Buffer | null> {
  const [row] = await db
    .select({ path: issuedConcepts.storagePath, sha256: issuedConcepts.storedSha256 })
    .from(issuedConcepts)
    .where(and(eq(issuedConcepts.evaluationId, id), eq(issuedConcepts.version, version)));
  return row ? files.read(row.path, row.sha256) : null;
}
