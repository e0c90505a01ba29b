import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import type { Trace } from '../../access/trace.ts';
import type { Transaction } from '../../database/connection/client.ts';
import { evaluations } from '../../database/tables/evaluations.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { type FoundEvaluation, evaluationTag, findEvaluation } from '../../queries/evaluations/evaluation.ts';
import { type ActivityEntry, recordUnlinked } from '../log/record-activity.ts';
import type { IfMatch } from '../rows/row-revision.ts';

/** A doctor's change of one evaluation of the branch. */
export interface Change {
  readonly trace: Trace;
  readonly branchId: string;
  readonly evaluationId: string;
  readonly ifMatch: IfMatch;
  /** Whole tags of the states that the caller read (`If-Match`); null where the caller named none. */
  readonly tags: ReadonlySet<string> | null;
}
export type EvaluationRow = typeof evaluations.$inferSelect;
type Own = Pick<Change, 'branchId' | 'evaluationId'>;

/** Whoever changes an evaluation holds its row first; others wait, and then see what was done. */
export async function lockEvaluation(
  tx: Transaction,
  { branchId, evaluationId }: Own,
): Promise<EvaluationRow> {
  const [row] = await tx
    .select()
    .from(evaluations)
    .where(and(eq(evaluations.id, evaluationId), eq(evaluations.branchId, branchId)))
    // Weaker than `for update`: a picture that arrives meanwhile refers to the row and need not wait.
    .for('no key update');
  if (!row) throw notFound('Evaluación no encontrada');
  return row;
}

export function requireOpen({ status }: Pick<EvaluationRow, 'status'>): void {
  if (status === 'cerrada')
    throw new AppError('evaluation_closed', 'La evaluación está cerrada. Reábrela para cambiarla.');
}

const changedMeanwhile = () =>
  new AppError(
    'precondition_failed',
    'Otra persona cambió esta evaluación mientras la tenías abierta. Revisa los cambios antes de guardar.',
  );

export function requireMatch({ revision }: EvaluationRow, ifMatch: IfMatch): void {
  if (ifMatch && !ifMatch.has(revision)) throw changedMeanwhile();
}

/** Requires that the caller read all of `found`, data of the patient included, which change without a new revision. */
export function requireSeen(found: FoundEvaluation, { tags }: Pick<Change, 'tags'>): void {
  if (tags && !tags.has(evaluationTag(found))) throw changedMeanwhile();
}

/**
 * Returns the tag that answers a change of `before`. It names the whole state only to a caller who had read all of `before`: the answer
 * does not contain the patient, so a signature over a state that was not read would not be noticed.
 */
export function tagAfter(before: FoundEvaluation | null, now: FoundEvaluation, { tags }: Change): string {
  const isSeen =
    tags === null ||
    (before !== null &&
      tags.has(evaluationTag(before)) &&
      isDeepStrictEqual(before.evaluation.patient, now.evaluation.patient));
  return isSeen ? evaluationTag(now) : `"r${now.revision}"`;
}

/** The row of an open evaluation in the state that the caller read. State before precondition, as RFC 9110 13.2.1. */
export async function lockOpen(tx: Transaction, change: Change): Promise<EvaluationRow> {
  const row = await lockEvaluation(tx, change);
  requireOpen(row);
  requireMatch(row, change.ifMatch);
  return row;
}

type NewState = Partial<Omit<EvaluationRow, 'id' | 'branchId' | 'revision' | 'updatedAt'>>;

/** Another revision of the evaluation, in another state where one is given: a statement, sent when it is awaited. */
export const revise = (tx: Transaction, id: string, at: Date, state: NewState = {}) =>
  tx
    .update(evaluations)
    .set({ ...state, revision: sql`${evaluations.revision} + 1`, updatedAt: at })
    .where(eq(evaluations.id, id));

/** The evaluation as the change left it, and the line that says so: the end of every change's transaction. */
export async function concludeChange(
  tx: Transaction,
  { trace, branchId, evaluationId }: Change,
  entry: ActivityEntry | null,
): Promise<FoundEvaluation> {
  const found = await findEvaluation(tx, branchId, evaluationId);
  if (!found) throw new Error('An evaluation that was locked is gone');
  if (entry) await recordUnlinked(tx, trace, { ...entry, evaluationId });
  return found;
}
