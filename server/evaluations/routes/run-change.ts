import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import {
  type ChangedEvaluation,
  type EvaluationChangeContext,
  tagAfterChange,
} from '../commands/clinical/change-evaluation.ts';
import { linkEntriesAndWait } from '../../audit/index.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import type { EvaluationCall } from './evaluation-call.ts';
import { auditContextOf } from '../../platform/http/callers/audit-context.ts';
import type { Context } from '../../platform/http/context/context.ts';
import { readIfMatchRevisions, readIfMatchTags } from '../../platform/http/responses/etag.ts';
import { type FoundEvaluation, evaluationTag, findEvaluation } from '../queries/evaluation.ts';

export const changeContextOf = (context: Context, call: EvaluationCall): EvaluationChangeContext => ({
  trace: auditContextOf(context, call),
  branchId: call.branchId,
  evaluationId: call.params.id.toLowerCase(),
  ifMatch: readIfMatchRevisions(call.request),
  tags: readIfMatchTags(call.request),
});

type EvaluationCommand = (tx: Transaction, change: EvaluationChangeContext) => Promise<FoundEvaluation>;

/** Runs the command in a transaction. The caller responds with a part of the evaluation; the tag is that of `tagAfterChange`. */
export async function runPartialChange(
  context: Context,
  call: EvaluationCall,
  command: EvaluationCommand,
): Promise<ChangedEvaluation> {
  const change = changeContextOf(context, call);
  const { tags, branchId, evaluationId } = change;
  const changed = await context.db.transaction(async (tx) => {
    const before = tags && (await findEvaluation(tx, branchId, evaluationId));
    const now = await command(tx, change);
    return { read: before && tags.has(evaluationTag(before)) ? before : null, now };
  });
  await linkEntriesAndWait(context.db);
  void call.reply.header('etag', tagAfterChange(changed, change));
  return changed;
}

/** Runs the command in a transaction. Returns the whole evaluation, and sends its tag. */
export async function runEvaluationChange(
  context: Context,
  call: EvaluationCall,
  command: EvaluationCommand,
): Promise<Evaluation> {
  const change = changeContextOf(context, call);
  const found = await context.db.transaction((tx) => command(tx, change));
  await linkEntriesAndWait(context.db);
  void call.reply.header('etag', evaluationTag(found));
  return found.evaluation;
}
