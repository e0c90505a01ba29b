import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection/client.ts';
import { attachments, evaluations, examOrders, media } from '../../schema/evaluation/evaluations.ts';

export interface StoredFile {
  readonly id: string;
  readonly evaluationId: string;
  readonly storagePath: string;
  readonly sha256: string;
  readonly mime: string;
  readonly bytes: number;
  /** True for an exam file, which only doctors may read. */
  readonly isClinical: boolean;
}

/**
 * Returns the file at that path if it belongs to an evaluation of the branch. Only paths in the database are accepted, so a
 * caller cannot read any other file.
 */
export async function findEvaluationFile(
  db: Executor,
  branchId: string,
  storagePath: string,
): Promise<StoredFile | null> {
  const [picture] = await db
    .select({
      id: media.id,
      evaluationId: media.evaluationId,
      storagePath: media.storagePath,
      sha256: media.storedSha256,
      mime: media.mime,
      bytes: media.bytes,
    })
    .from(media)
    .innerJoin(evaluations, eq(evaluations.id, media.evaluationId))
    .where(and(eq(media.storagePath, storagePath), eq(evaluations.branchId, branchId)));
  if (picture) return { ...picture, isClinical: false };
  const [attached] = await db
    .select({
      id: attachments.id,
      evaluationId: examOrders.evaluationId,
      storagePath: attachments.storagePath,
      sha256: attachments.storedSha256,
      mime: attachments.mime,
      bytes: attachments.bytes,
    })
    .from(attachments)
    .innerJoin(examOrders, eq(examOrders.id, attachments.examOrderId))
    .innerJoin(evaluations, eq(evaluations.id, examOrders.evaluationId))
    .where(and(eq(attachments.storagePath, storagePath), eq(evaluations.branchId, branchId)));
  return attached ? { ...attached, isClinical: true } : null;
}
