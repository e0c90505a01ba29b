import { and, desc, eq } from 'drizzle-orm';
import type { Patient, PatientSearchQuery } from '#contract/patients.ts';
import { normalizeDocumentNumber } from '#domain/patient/document.ts';
import type { Executor } from '../database/client.ts';
import { namesOf } from '../database/names.ts';
import { evaluationTypes, evaluations, occupations, patients } from '../database/schema.ts';

interface PatientRow {
  readonly patient: typeof patients.$inferSelect;
  readonly occupationName: string | null;
}

/** A person as the wire has them, without their last evaluation. */
export const toPatient = ({ patient, occupationName }: PatientRow): Patient => ({
  id: patient.id,
  identification_type: patient.identificationType,
  identification_number: patient.identificationNumber,
  ...namesOf(patient),
  birth_date: patient.birthDate,
  gender: patient.gender,
  occupation_id: patient.occupationId,
  occupation_name: occupationName,
});

async function lastEvaluation(db: Executor, patientId: string): Promise<Patient['last_evaluation']> {
  const [row] = await db
    .select({ id: evaluations.id, startedAt: evaluations.startedAt, typeName: evaluationTypes.name })
    .from(evaluations)
    .innerJoin(evaluationTypes, eq(evaluationTypes.id, evaluations.evaluationTypeId))
    .where(eq(evaluations.patientId, patientId))
    .orderBy(desc(evaluations.startedAt), evaluations.id)
    .limit(1);
  return row
    ? { id: row.id, started_at: row.startedAt.toISOString(), evaluation_type_name: row.typeName }
    : null;
}

/** The person with this document in any of the ways it is written, with their last evaluation; null when unknown. */
export async function findPatient(db: Executor, query: PatientSearchQuery): Promise<Patient | null> {
  const { identification_type: type, identification_number: number } = query;
  const [row] = await db
    .select({ patient: patients, occupationName: occupations.name })
    .from(patients)
    .leftJoin(occupations, eq(occupations.id, patients.occupationId))
    .where(
      and(
        eq(patients.identificationType, type),
        eq(patients.normalizedNumber, normalizeDocumentNumber(type, number)),
      ),
    );
  if (!row) return null;
  return { ...toPatient(row), last_evaluation: await lastEvaluation(db, row.patient.id) };
}
