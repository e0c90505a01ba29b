import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Attachment } from '#contract/records/evaluation/capture.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import { type Capture, authorshipOf } from '../../../platform/access/capture.ts';
import type { Executor, Transaction } from '../../../platform/database/connection/client.ts';
import { attachments, evaluations, examOrders } from '../../../schema/evaluation/evaluations.ts';
import { notFoundError } from '../../../platform/base/errors.ts';
import {
  type AttachmentFile,
  safeFileName,
  createAttachmentFromUpload,
} from '../../../platform/files/attachment.ts';
import { type StoredUpload, storeFile } from '../../../platform/files/store-file.ts';
import type { FileStore } from '../../../platform/files/store.ts';
import { mayActForBranch } from '../../../catalogs/index.ts';
import { rejectBeyondAttachmentLimits } from './attachment-caps.ts';
import { lockEvaluation, requireOpenEvaluation, revisionUpdateStatement } from './change-evaluation.ts';
import type { ResultWithLogEntry } from '../../../audit/index.ts';

export interface AttachmentUpload {
  readonly evaluationId: string;
  readonly examOrderId: string;
  readonly originalName: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}

/**
 * Returns the branch of the evaluation to which the exam order belongs.
 * @throws not_found if the order belongs to another evaluation; evaluation_closed
 */
async function requireBranchOfOpenOrder(
  db: Executor,
  sender: Actor,
  upload: AttachmentUpload,
): Promise<string> {
  const [row] = await db
    .select({ branchId: evaluations.branchId, orderId: examOrders.id, status: evaluations.status })
    .from(evaluations)
    .leftJoin(
      examOrders,
      and(eq(examOrders.evaluationId, evaluations.id), eq(examOrders.id, upload.examOrderId)),
    )
    .where(eq(evaluations.id, upload.evaluationId));
  if (!row || !(await mayActForBranch(db, sender, row.branchId)))
    throw notFoundError('La evaluación no existe en esta sede.');
  if (row.orderId === null) throw notFoundError('El examen no es de esta evaluación.');
  requireOpenEvaluation(row);
  return row.branchId;
}

/**
 * Returns true (the file must be stored) for every accepted file, because two equal files count as two attachments.
 * @throws not_found, evaluation_closed, validation_failed and rate_limited for too many files
 */
export async function requireAttachmentAllowed(
  db: Executor,
  sender: Actor,
  upload: AttachmentUpload,
): Promise<boolean> {
  await requireBranchOfOpenOrder(db, sender, upload);
  const bytes = upload.bytes.length;
  await rejectBeyondAttachmentLimits(db, { ...upload, authorId: sender.userId, bytes, at: new Date() });
  return true;
}

export type StoredAttachment = StoredUpload<AttachmentFile['mime'], AttachmentFile['extension']>;

/**
 * Processes the file and writes it to the file store. Runs outside of any transaction because it is slow.
 * @throws file_invalid, rate_limited
 */
export const storeAttachment = async (
  files: FileStore,
  { bytes }: AttachmentUpload,
  person: string,
): Promise<StoredAttachment> => storeFile(files, await createAttachmentFromUpload(bytes, person));

/**
 * Adds a file to an exam's results. Returns null and changes nothing if the file is not stored yet. The evaluation is checked
 * before the file is processed and again with its row locked, so that no file is added to an evaluation that was signed in the
 * meantime.
 * @throws not_found, evaluation_closed
 */
export async function addAttachment(
  tx: Transaction,
  capture: Capture,
  upload: AttachmentUpload,
  stored: StoredAttachment | null,
): Promise<ResultWithLogEntry<Attachment> | null> {
  const branchId = await requireBranchOfOpenOrder(tx, capture.sender, upload);
  if (!stored) return null;
  const { storagePath } = stored;
  const row = await lockEvaluation(tx, { branchId, evaluationId: upload.evaluationId });
  requireOpenEvaluation(row);
  // The evaluation's row is locked here, so concurrent uploads cannot exceed the limits together.
  await rejectBeyondAttachmentLimits(tx, {
    ...upload,
    authorId: capture.authorId,
    bytes: stored.bytes,
    at: capture.receivedAt,
  });
  const id = randomUUID();
  const originalName = safeFileName(upload.originalName, stored.extension);
  await tx.insert(attachments).values({
    id,
    examOrderId: upload.examOrderId,
    originalName,
    storagePath,
    receivedSha256: upload.sha256,
    storedSha256: stored.storedSha256,
    mime: stored.mime,
    bytes: stored.bytes,
    ...authorshipOf(capture),
    createdAt: capture.receivedAt,
  });
  await revisionUpdateStatement(tx, row.id, capture.receivedAt, { status: 'en_proceso' });
  return {
    answer: { id, original_name: originalName, storage_path: storagePath },
    entry: { action: 'attachment_added', evaluationId: row.id, detail: { attachment: id } },
  };
}
