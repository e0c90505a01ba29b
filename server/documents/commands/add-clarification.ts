import { and, count, eq } from 'drizzle-orm';
import { CLARIFICATIONS_PER_VERSION_MAX } from '#contract/limits.ts';
import type { ClarificationBody } from '#contract/records/evaluation/clinical.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { clarifications } from '../../schema/evaluation/evaluations.ts';
import { AppError, fieldError } from '../../platform/base/errors.ts';
import { sha256Of } from '../../platform/files/store.ts';
import {
  type FoundEvaluation,
  type EvaluationChangeContext,
  concludeChange,
  lockEvaluation,
  requireRevisionMatch,
  revisionUpdateStatement,
} from '../../evaluations/index.ts';

async function nextClarificationNumber(
  tx: Transaction,
  evaluationId: string,
  version: number,
): Promise<number> {
  const [row] = await tx
    .select({ written: count() })
    .from(clarifications)
    .where(and(eq(clarifications.evaluationId, evaluationId), eq(clarifications.version, version)));
  const number = (row?.written ?? 0) + 1;
  if (number <= CLARIFICATIONS_PER_VERSION_MAX) return number;
  const message = `Un cierre lleva ${CLARIFICATIONS_PER_VERSION_MAX} notas aclaratorias como máximo. Reabre la evaluación para corregirla.`;
  throw fieldError({ field: 'content', message });
}

/**
 * Adds a clarification to the last signed version, whose content stays unchanged. Raises the evaluation's revision, so that a
 * retry with the previous `If-Match` is rejected and adds no second clarification.
 * @throws evaluation_open, precondition_failed; validation_failed if the version already has the maximum number of
 * clarifications
 */
export async function addClarification(
  tx: Transaction,
  change: EvaluationChangeContext,
  { content }: ClarificationBody,
): Promise<FoundEvaluation> {
  const row = await lockEvaluation(tx, change);
  if (row.status !== 'cerrada')
    throw new AppError('evaluation_open', 'La evaluación está abierta: escribe en sus notas.');
  requireRevisionMatch(row, change.ifMatch);
  const { at, actor } = change.trace;
  const number = await nextClarificationNumber(tx, row.id, row.version);
  await tx.insert(clarifications).values({
    evaluationId: row.id,
    version: row.version,
    number,
    content,
    writtenAt: at,
    writtenBy: actor.userId,
    byName: actor.displayName,
  });
  await revisionUpdateStatement(tx, row.id, at);
  return concludeChange(tx, change, {
    action: 'clarification_added',
    detail: { version: row.version, number, content_sha256: sha256Of(content) },
  });
}
