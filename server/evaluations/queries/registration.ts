import { and, asc, eq } from 'drizzle-orm';
import type { Registration } from '#contract/records/evaluation/corrections.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { media } from '../../schema/evaluation/evaluations.ts';
import { toPatient } from '../../patients/index.ts';
import { additionalFieldsOf } from './additional-values.ts';
import { correctionsOf, currentPictureCondition } from './corrections.ts';
import { findEvaluationWithReferences, toReference } from './evaluation.ts';

async function currentPictureTypes(db: Executor, evaluationId: string): Promise<Registration['pictures']> {
  const rows = await db
    .select({ type: media.type })
    .from(media)
    .where(and(eq(media.evaluationId, evaluationId), currentPictureCondition))
    .orderBy(asc(media.type));
  return rows.map(({ type }) => type);
}

export async function findRegistration(
  db: Executor,
  branchId: string,
  id: string,
): Promise<Registration | null> {
  const row = await findEvaluationWithReferences(db, branchId, id);
  if (!row) return null;
  const { evaluation } = row;
  return {
    id: evaluation.id,
    status: evaluation.status,
    started_at: evaluation.startedAt.toISOString(),
    patient: toPatient(row),
    evaluation_type: toReference(row.type),
    employer_company: toReference(row.employer),
    contractor_company: row.contractor && toReference(row.contractor),
    additional_info: evaluation.additional_info,
    additional_fields: await additionalFieldsOf(db, evaluation),
    pictures: await currentPictureTypes(db, evaluation.id),
    corrections: await correctionsOf(db, evaluation.id),
  };
}
