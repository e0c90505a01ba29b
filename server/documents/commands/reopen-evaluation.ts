import type { ReopenBody } from '#contract/records/evaluation/clinical.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { reopenings } from '../../schema/evaluation/evaluations.ts';
import { AppError } from '../../platform/base/errors.ts';
import { sha256Of } from '../../platform/files/store.ts';
import {
  type FoundEvaluation,
  type EvaluationChangeContext,
  concludeChange,
  lockEvaluation,
  requireRevisionMatch,
  revisionUpdateStatement,
} from '../../evaluations/index.ts';

/**
 * Reopens a closed evaluation. Keeps its signed versions unchanged, and records user and reason of the reopening of the last
 * version in a separate row. The next signed version gets the next number.
 * @throws evaluation_open
 */
export async function reopenEvaluation(
  tx: Transaction,
  change: EvaluationChangeContext,
  { reason = null }: { readonly [Key in keyof ReopenBody]: ReopenBody[Key] | null },
): Promise<FoundEvaluation> {
  const row = await lockEvaluation(tx, change);
  if (row.status !== 'cerrada') throw new AppError('evaluation_open', 'La evaluación no está cerrada.');
  requireRevisionMatch(row, change.ifMatch);
  const { at, actor } = change.trace;
  await tx.insert(reopenings).values({
    evaluationId: row.id,
    version: row.version,
    reopenedAt: at,
    reopenedBy: actor.userId,
    byName: actor.displayName,
    reason,
  });
  await revisionUpdateStatement(tx, row.id, at, { status: 'en_proceso', closedAt: null, doctorId: null });
  return concludeChange(tx, change, {
    action: 'evaluation_reopened',
    detail: {
      version: row.version,
      ...(reason !== null && { reason_sha256: sha256Of(reason) }),
    },
  });
}
