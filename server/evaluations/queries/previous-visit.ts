import { and, desc, eq, isNotNull, lte, ne, sql } from 'drizzle-orm';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { NOTE_TYPES } from '#contract/vocabulary.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { cachePreparedStatement } from '../../platform/database/connection/prepared.ts';
import { evaluations, notes } from '../../schema/evaluation/evaluations.ts';

const previousVisitStatement = cachePreparedStatement((db) =>
  db
    .select({ id: evaluations.id, closedAt: evaluations.closedAt })
    .from(evaluations)
    .where(
      and(
        eq(evaluations.patientId, sql.placeholder('patientId')),
        eq(evaluations.branchId, sql.placeholder('branchId')),
        eq(evaluations.status, 'cerrada'),
        isNotNull(evaluations.closedAt),
        lte(evaluations.startedAt, sql.placeholder('startedAt')),
        ne(evaluations.id, sql.placeholder('id')),
      ),
    )
    .orderBy(desc(evaluations.startedAt), evaluations.id)
    .limit(1)
    .prepare('evaluation_previous'),
);

type EvaluationColumns = Pick<typeof evaluations.$inferSelect, 'id' | 'branchId' | 'patientId' | 'startedAt'>;

/**
 * Returns the patient's last closed evaluation before this one. Only evaluations of the same branch count, because a branch
 * must not read the findings of another branch.
 *
 * The result contains the types of the notes without any text. The page requests the earlier evaluation when it shows results
 * of that visit or copies a note, so that the access is logged.
 */
export async function previousVisit(
  db: Executor,
  { id, branchId, patientId, startedAt }: EvaluationColumns,
): Promise<NonNullable<Evaluation['previous_visit']> | null> {
  const [row] = await previousVisitStatement(db).execute({ id, branchId, patientId, startedAt });
  if (!row?.closedAt) return null;
  const written = await db
    .select({ type: notes.note_type })
    .from(notes)
    .where(eq(notes.evaluationId, row.id));
  return {
    id: row.id,
    closed_at: row.closedAt.toISOString(),
    notes: NOTE_TYPES.filter((type) => written.some((note) => note.type === type)),
  };
}
