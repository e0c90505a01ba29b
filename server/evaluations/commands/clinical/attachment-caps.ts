import { and, eq, gt, sql } from 'drizzle-orm';
import {
  USER_DAILY_ATTACHMENTS_MAX_BYTES,
  ATTACHMENTS_PER_EVALUATION_MAX,
  ATTACHMENTS_EVALUATION_MAX_BYTES,
  ATTACHMENTS_PER_EXAM_MAX,
} from '#contract/limits.ts';
import { AppError, fieldError } from '../../../platform/base/errors.ts';
import type { Executor } from '../../../platform/database/connection/client.ts';
import { attachments, examOrders } from '../../../schema/evaluation/evaluations.ts';

const DAY_MS = 24 * 60 * 60_000;
const HOUR_SECONDS = 3_600;
const MB = 1_000_000;

const attachmentBytesSumSql = sql<number>`coalesce(sum(${attachments.bytes}), 0)`.mapWith(Number);

interface AddedAttachment {
  readonly evaluationId: string;
  readonly examOrderId: string;
  readonly authorId: string;
  readonly bytes: number;
  readonly at: Date;
}

async function countEvaluationAttachments(db: Executor, { evaluationId, examOrderId }: AddedAttachment) {
  const [row] = await db
    .select({
      files: sql<number>`count(*)`.mapWith(Number),
      ofExam: sql<number>`count(*) filter (where ${attachments.examOrderId} = ${examOrderId})`.mapWith(
        Number,
      ),
      bytes: attachmentBytesSumSql,
    })
    .from(attachments)
    .innerJoin(examOrders, eq(examOrders.id, attachments.examOrderId))
    .where(eq(examOrders.evaluationId, evaluationId));
  return row ?? { files: 0, ofExam: 0, bytes: 0 };
}

async function sumBytesUploadedIn24Hours(db: Executor, { authorId, at }: AddedAttachment): Promise<number> {
  const since = new Date(at.getTime() - DAY_MS);
  const [row] = await db
    .select({ bytes: attachmentBytesSumSql })
    .from(attachments)
    .where(and(eq(attachments.createdBy, authorId), gt(attachments.createdAt, since)));
  return row?.bytes ?? 0;
}

const attachmentLimitError = (message: string) => fieldError({ field: 'file', message });

/**
 * Rejects a new attachment if its exam or evaluation already has the maximum number or size of files, or if the user has
 * uploaded too much within a day.
 * @throws validation_failed, rate_limited
 */
export async function rejectBeyondAttachmentLimits(db: Executor, added: AddedAttachment): Promise<void> {
  const { files, ofExam, bytes } = await countEvaluationAttachments(db, added);
  if (ofExam >= ATTACHMENTS_PER_EXAM_MAX)
    throw attachmentLimitError(`Este examen ya tiene ${ATTACHMENTS_PER_EXAM_MAX} archivos, el máximo.`);
  if (files >= ATTACHMENTS_PER_EVALUATION_MAX)
    throw attachmentLimitError(
      `Esta evaluación ya tiene ${ATTACHMENTS_PER_EVALUATION_MAX} archivos, el máximo.`,
    );
  if (bytes + added.bytes > ATTACHMENTS_EVALUATION_MAX_BYTES)
    throw attachmentLimitError(
      `Los archivos de esta evaluación pasarían de ${ATTACHMENTS_EVALUATION_MAX_BYTES / MB} MB, el máximo.`,
    );
  if ((await sumBytesUploadedIn24Hours(db, added)) + added.bytes > USER_DAILY_ATTACHMENTS_MAX_BYTES)
    throw new AppError('rate_limited', 'Adjuntaste muchos archivos hoy. Intenta más tarde.', {
      retryAfter: HOUR_SECONDS,
    });
}
