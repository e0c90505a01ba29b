import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { EvaluationStatus } from '#contract/vocabulary.ts';
import type { AuditContext } from '../../../platform/access/audit-context.ts';
import type { Transaction } from '../../../platform/database/connection/client.ts';
import { evaluations } from '../../../schema/evaluation/evaluations.ts';
import { AppError, notFoundError } from '../../../platform/base/errors.ts';
import { type FoundEvaluation, evaluationTag, findEvaluation } from '../../queries/evaluation.ts';
import { type ActivityEntry, recordPendingEntry } from '../../../audit/index.ts';
import type { IfMatch } from '../../../platform/base/row-revision.ts';

export interface EvaluationChangeContext {
  readonly trace: AuditContext;
  readonly branchId: string;
  readonly evaluationId: string;
  readonly ifMatch: IfMatch;
  /**
   * Accepted `If-Match` tags, each for the state of evaluation and patient that the caller has read; null if the caller sent no
   * tag.
   */
  readonly tags: ReadonlySet<string> | null;
}
export type EvaluationRow = typeof evaluations.$inferSelect;
type ChangedEvaluationId = Pick<EvaluationChangeContext, 'branchId' | 'evaluationId'>;

/** Locks the row of an evaluation. Every change must call this first, so that concurrent changes run one after the other. */
export async function lockEvaluation(
  tx: Transaction,
  { branchId, evaluationId }: ChangedEvaluationId,
): Promise<EvaluationRow> {
  const [row] = await tx
    .select()
    .from(evaluations)
    .where(and(eq(evaluations.id, evaluationId), eq(evaluations.branchId, branchId)))
    // This lock is weaker than `for update`: an image that arrives inserts a row that references the evaluation, and this
    // insert must not wait.
    .for('no key update');
  if (!row) throw notFoundError('Evaluación no encontrada');
  return row;
}

export function requireOpenEvaluation({ status }: Pick<EvaluationRow, 'status'>): void {
  if (status === 'cerrada')
    throw new AppError('evaluation_closed', 'La evaluación está cerrada. Reábrela para cambiarla.');
}

const preconditionFailedError = () =>
  new AppError(
    'precondition_failed',
    'Otra persona cambió esta evaluación mientras la tenías abierta. Revisa los cambios antes de guardar.',
  );

export function requireRevisionMatch({ revision }: EvaluationRow, ifMatch: IfMatch): void {
  if (ifMatch && !ifMatch.has(revision)) throw preconditionFailedError();
}

/**
 * Requires that the caller has read the current state of the evaluation `found`. This state includes the patient's data, which
 * can change without a new revision of the evaluation.
 * @throws precondition_failed
 */
export function requireCurrentState(
  found: FoundEvaluation,
  { tags }: Pick<EvaluationChangeContext, 'tags'>,
): void {
  if (tags && !tags.has(evaluationTag(found))) throw preconditionFailedError();
}

/** Evaluation after a change, and the state before it if the caller had read this state; null otherwise. */
export interface ChangedEvaluation {
  readonly read: FoundEvaluation | null;
  readonly now: FoundEvaluation;
}

/**
 * Returns the `If-Match` tag for a response that contains only a part of the changed evaluation. The tag covers the patient's
 * data only if the caller had read them. If the tag always covered them, the caller could sign patient data that it has never
 * read, because the response does not contain them.
 */
export function tagAfterChange(
  { read, now }: ChangedEvaluation,
  { tags }: Pick<EvaluationChangeContext, 'tags'>,
): string {
  const isSeen =
    tags === null ||
    (read !== null &&
      isDeepStrictEqual(read.evaluation.patient, now.evaluation.patient) &&
      isDeepStrictEqual(read.evaluation.additional_fields, now.evaluation.additional_fields));
  return isSeen ? evaluationTag(now) : `"r${now.revision}"`;
}

/** Returns the status after a change if the caller had read all fields except `changed`; undefined otherwise. */
export function statusIfRestIsRead(
  { read, now }: ChangedEvaluation,
  changed: Partial<Evaluation>,
): EvaluationStatus | undefined {
  const { status } = now.evaluation;
  return read && isDeepStrictEqual({ ...read.evaluation, ...changed, status }, now.evaluation)
    ? status
    : undefined;
}

/**
 * Locks an evaluation and requires that it is open and has not changed since the caller read it. The status is checked before
 * `If-Match`, as in RFC 9110 13.2.1.
 */
export async function lockOpenEvaluation(
  tx: Transaction,
  change: EvaluationChangeContext,
): Promise<EvaluationRow> {
  const row = await lockEvaluation(tx, change);
  requireOpenEvaluation(row);
  requireRevisionMatch(row, change.ifMatch);
  return row;
}

type EvaluationColumnUpdate = Partial<Omit<EvaluationRow, 'id' | 'branchId' | 'revision' | 'updatedAt'>>;

const startsCare = ({ status = 'pendiente' }: EvaluationColumnUpdate): boolean => status !== 'pendiente';

/**
 * Returns the start of care after a change at `at`. It stays null for an evaluation whose care began before the column existed,
 * because the time of a later change would be wrong.
 */
const careStartAfter = (at: Date) =>
  sql`case ${evaluations.status} when 'pendiente' then coalesce(${evaluations.careStartedAt}, ${at})
    else ${evaluations.careStartedAt} end`;

/**
 * Returns the statement that raises the revision of the evaluation and sets the given columns. The first change from 'pendiente'
 * to another status also sets the start of care. The statement runs only when the caller awaits it.
 */
export const revisionUpdateStatement = (
  tx: Transaction,
  id: string,
  at: Date,
  state: EvaluationColumnUpdate = {},
) =>
  tx
    .update(evaluations)
    .set({
      ...state,
      ...(startsCare(state) && { careStartedAt: careStartAfter(at) }),
      revision: sql`${evaluations.revision} + 1`,
      updatedAt: at,
    })
    .where(eq(evaluations.id, id));

/**
 * Returns the evaluation after the change and writes the log entry. Must be the last step in the transaction of every change.
 */
export async function concludeChange(
  tx: Transaction,
  { trace, branchId, evaluationId }: EvaluationChangeContext,
  entry: ActivityEntry | null,
): Promise<FoundEvaluation> {
  const found = await findEvaluation(tx, branchId, evaluationId);
  if (!found) throw new Error('A locked evaluation no longer exists');
  if (entry) await recordPendingEntry(tx, trace, { ...entry, evaluationId });
  return found;
}
