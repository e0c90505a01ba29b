import type { Transaction } from '../../database/connection/client.ts';
import { AppError } from '../../base/errors.ts';
import type { FoundEvaluation } from '../../queries/evaluations/evaluation.ts';
import { type Change, concludeChange, lockEvaluation, requireMatch, revise } from './change-evaluation.ts';

/** Opens a closed evaluation again; its closings stay, and the next one is the next number. @throws evaluation_open */
export async function reopenEvaluation(tx: Transaction, change: Change): Promise<FoundEvaluation> {
  const row = await lockEvaluation(tx, change);
  if (row.status !== 'cerrada') throw new AppError('evaluation_open', 'La evaluación no está cerrada.');
  requireMatch(row, change.ifMatch);
  await revise(tx, row.id, change.trace.at, { status: 'en_proceso', closedAt: null, doctorId: null });
  return concludeChange(tx, change, {
    action: 'evaluation_reopened',
    detail: { version: row.version },
  });
}
