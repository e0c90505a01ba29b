import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import type { AuditContext } from '../../access/audit-context.ts';
import type { Transaction } from '../../database/connection/client.ts';
import { evaluations } from '../../database/tables/evaluations.ts';
import { AppError, notFound } from '../../base/errors.ts';
import { type FoundEvaluation, evaluationTag, findEvaluation } from '../../queries/evaluations/evaluation.ts';
import { type ActivityEntry, recordPending } from '../log/record-activity.ts';
import type { IfMatch } from '../rows/row-revision.ts';

/** A doctor's change of one evaluation of the branch. */
export interface Change {
  readonly trace: AuditContext;
  readonly branchId: string;
  readonly evaluationId: string;
  readonly ifMatch: IfMatch;
  /** Full tags (evaluation and patient) of the states that the caller read (`If-Match`); null if the caller sent none. */
  readonly tags: ReadonlySet<string> | null;
}
export type EvaluationRow = typeof evaluations.$inferSelect;
type Own = Pick<Change, 'branchId' | 'evaluationId'>;

/** Locks the row of an evaluation. Every change must do this first; concurrent changes wait and then see its result. */
export async function lockEvaluation(
  tx: Transaction,
  { branchId, evaluationId }: Own,
): Promise<EvaluationRow> {
  const [row] = await tx
    .select()
    .from(evaluations)
    .where(and(eq(evaluations.id, evaluationId), eq(evaluations.branchId, branchId)))
    // This lock is weaker than `for update`, so that an arriving image, which refers to the row, need not wait.
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

/**
 * Requires that the caller read the present state of `found`, including the patient's data, which can change without a new
 * revision of the evaluation.
 */
export function requireSeen(found: FoundEvaluation, { tags }: Pick<Change, 'tags'>): void {
  if (tags && !tags.has(evaluationTag(found))) throw changedMeanwhile();
}

/**
 * Returns the tag for the response to a change of `before`. It is the full tag only if the caller had read all of `before`. The
 * response does not contain the patient, so with a full tag the caller could sign patient data that it never read.
 */
export function tagAfter(before: FoundEvaluation | null, now: FoundEvaluation, { tags }: Change): string {
  const isSeen =
    tags === null ||
    (before !== null &&
      tags.has(evaluationTag(before)) &&
      isDeepStrictEqual(before.evaluation.patient, now.evaluation.patient));
  return isSeen ? evaluationTag(now) : `"r${now.revision}"`;
}

/**
 * Locks an evaluation that is open and unchanged since the caller read it. The status is checked before the precondition, as in
 * RFC 9110 13.2.1.
 */
export async function lockOpen(tx: Transaction, change: Change): Promise<EvaluationRow> {
  const row = await lockEvaluation(tx, change);
  requireOpen(row);
  requireMatch(row, change.ifMatch);
  return row;
}

type NewState = Partial<Omit<EvaluationRow, 'id' | 'branchId' | 'revision' | 'updatedAt'>>;

/** Returns the statement that raises the revision of the evaluation and sets the given columns; it is sent when awaited. */
export const revise = (tx: Transaction, id: string, at: Date, state: NewState = {}) =>
  tx
    .update(evaluations)
    .set({ ...state, revision: sql`${evaluations.revision} + 1`, updatedAt: at })
    .where(eq(evaluations.id, id));

/** Returns the evaluation after the change and writes the log entry. Must end the transaction of every change. */
export async function concludeChange(
  tx: Transaction,
  { trace, branchId, evaluationId }: Change,
  entry: ActivityEntry | null,
): Promise<FoundEvaluation> {
  const found = await findEvaluation(tx, branchId, evaluationId);
  if (!found) throw new Error('A locked evaluation no longer exists');
  if (entry) await recordPending(tx, trace, { ...entry, evaluationId });
  return found;
}
