import { createHash, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Attachment } from '#contract/evaluations.ts';
import { type Capture, authorshipOf } from '../access/capture.ts';
import type { Transaction } from '../database/client.ts';
import { attachments, evaluations, examOrders } from '../database/schema.ts';
import { notFound } from '../errors.ts';
import { cleanName, readAttachment } from '../files/attachment.ts';
import { type FileStore, newStoragePath } from '../files/store.ts';
import { mayActFor } from '../queries/branches.ts';
import { lockEvaluation, requireOpen, revise } from './change-evaluation.ts';
import type { Recorded } from './record-activity.ts';

/** One file for one exam order, as it arrived. */
export interface AttachmentUpload {
  readonly evaluationId: string;
  readonly examOrderId: string;
  readonly originalName: string;
  readonly bytes: Buffer;
  /** SHA-256 of `bytes`, hexadecimal. */
  readonly sha256: string;
}

/** The branch of the evaluation that has the order. @throws not_found when the order is another evaluation's */
async function branchOfOrder(
  tx: Transaction,
  { sender }: Capture,
  upload: AttachmentUpload,
): Promise<string> {
  const [row] = await tx
    .select({ branchId: evaluations.branchId, orderId: examOrders.id, status: evaluations.status })
    .from(evaluations)
    .leftJoin(
      examOrders,
      and(eq(examOrders.evaluationId, evaluations.id), eq(examOrders.id, upload.examOrderId)),
    )
    .where(eq(evaluations.id, upload.evaluationId));
  if (!row || !(await mayActFor(tx, sender, row.branchId)))
    throw notFound('La evaluación no existe en esta sede.');
  if (row.orderId === null) throw notFound('El examen no es de esta evaluación.');
  requireOpen(row);
  return row.branchId;
}

/**
 * Keeps a file with an exam's results. Looks before the slow work and again with the row held: nothing is added to an
 * evaluation that was signed meanwhile. The file is durable before its row is, as for media.
 * @throws not_found, evaluation_closed, file_invalid
 */
export async function addAttachment(
  tx: Transaction,
  capture: Capture,
  files: FileStore,
  upload: AttachmentUpload,
): Promise<Recorded<Attachment>> {
  const branchId = await branchOfOrder(tx, capture, upload);
  const file = await readAttachment(upload.bytes);
  const storagePath = newStoragePath(file.extension);
  await files.write(storagePath, file.bytes);
  const row = await lockEvaluation(tx, { branchId, evaluationId: upload.evaluationId });
  requireOpen(row);
  const id = randomUUID();
  const originalName = cleanName(upload.originalName, file.extension);
  await tx.insert(attachments).values({
    id,
    examOrderId: upload.examOrderId,
    originalName,
    storagePath,
    receivedSha256: upload.sha256,
    storedSha256: createHash('sha256').update(file.bytes).digest('hex'),
    mime: file.mime,
    bytes: file.bytes.length,
    ...authorshipOf(capture),
    createdAt: capture.receivedAt,
  });
  await revise(tx, row.id, capture.receivedAt, { status: 'en_proceso' });
  return {
    answer: { id, original_name: originalName, storage_path: storagePath },
    entry: { action: 'attachment_added', evaluationId: row.id, detail: { attachment: id } },
  };
}
