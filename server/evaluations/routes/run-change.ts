import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { type EvaluationChangeContext, tagAfterChange } from '../commands/clinical/change-evaluation.ts';
import { linkEntriesAndWait } from '../../audit/index.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import type { EvaluationCall } from './evaluation-call.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { readIfMatchRevisions, readIfMatchTags } from '../../platform/http/responses/etag.ts';
import { type FoundEvaluation, findEvaluation } from '../queries/evaluation.ts';

export const changeContextOf = (context: Context, call: EvaluationCall): EvaluationChangeContext => ({
  trace: auditContextOf(context, call),
  branchId: call.branchId,
  evaluationId: call.params.id.toLowerCase(),
  ifMatch: readIfMatchRevisions(call.request),
  tags: readIfMatchTags(call.request),
});

/** Runs the command in a transaction, and sends the tag of the changed evaluation. */
export async function runEvaluationChange(
  context: Context,
  call: EvaluationCall,
  command: (tx: Transaction, change: EvaluationChangeContext) => Promise<FoundEvaluation>,
): Promise<Evaluation> {
  const { reply } = call;
  const change = changeContextOf(context, call);
  const { found, tag } = await context.db.transaction(async (tx) => {
    const before = change.tags && (await findEvaluation(tx, change.branchId, change.evaluationId));
    const now = await command(tx, change);
    return { found: now, tag: tagAfterChange(before, now, change) };
  });
  await linkEntriesAndWait(context.db);
  void reply.header('etag', tag);
  return found.evaluation;
}
