import { type SQL, and, count, desc, eq, or, sql } from 'drizzle-orm';
import type { Patient, PatientSearchQuery } from '#contract/records/evaluation/patients.ts';
import { formerDocumentTypeOf, normalizeDocumentNumber } from '#domain/patient/document.ts';
import { toStoredPatientData } from '#domain/patient/patient-data.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { evaluationTypes, occupations } from '../../schema/catalogs.ts';
import { evaluations } from '../../schema/evaluation/evaluations.ts';
import { patients } from '../../schema/patients.ts';
import { newestAdditionalValues } from './additional-values.ts';

interface PatientRow {
  readonly patient: typeof patients.$inferSelect;
  readonly occupation_name: string | null;
}

export const toPatient = ({ patient, occupation_name }: PatientRow): Patient => ({
  id: patient.id,
  ...toStoredPatientData({ ...patient, occupation_name }),
  occupation_id: patient.occupation_id,
});

export async function findPatientById(db: Executor, id: string): Promise<Patient | null> {
  const [row] = await db
    .select({ patient: patients, occupation_name: occupations.name })
    .from(patients)
    .leftJoin(occupations, eq(occupations.id, patients.occupation_id))
    .where(eq(patients.id, id));
  return row ? toPatient(row) : null;
}

/** Number of the patient's evaluations in the requesting branch (`here`) and in all other branches (`elsewhere`). */
export interface VisitCounts {
  readonly here: number;
  readonly elsewhere: number;
}

export async function countVisits(
  db: Executor,
  patientId: string,
  branchId: string | null,
): Promise<VisitCounts> {
  const [row] = await db
    .select({
      all: count(),
      here: sql<number>`count(*) filter (where ${evaluations.branchId} = ${branchId}::uuid)`.mapWith(Number),
    })
    .from(evaluations)
    .where(eq(evaluations.patientId, patientId));
  const { all, here } = row ?? { all: 0, here: 0 };
  return { here, elsewhere: all - here };
}

/**
 * Returns the last evaluation in this branch. Other branches are ignored, because a branch must not see the clinical data of
 * another branch.
 */
async function lastEvaluation(
  db: Executor,
  patientId: string,
  branchId: string,
): Promise<Patient['last_evaluation']> {
  const [row] = await db
    .select({
      id: evaluations.id,
      started_at: evaluations.startedAt,
      evaluation_type_name: evaluationTypes.name,
      is_open: sql<boolean>`${evaluations.status} <> 'cerrada'`,
      evaluation_type_id: evaluations.evaluation_type_id,
      employer_company_id: evaluations.employer_company_id,
      contractor_company_id: evaluations.contractor_company_id,
    })
    .from(evaluations)
    .innerJoin(evaluationTypes, eq(evaluationTypes.id, evaluations.evaluation_type_id))
    .where(and(eq(evaluations.patientId, patientId), eq(evaluations.branchId, branchId)))
    .orderBy(desc(evaluations.startedAt), evaluations.id)
    .limit(1);
  return row ? { ...row, started_at: row.started_at.toISOString() } : null;
}

/**
 * Returns the condition that finds the patient with a document, and an order that puts an exact match first. If the type of the
 * patient's document was replaced, a query with the former type also finds the patient.
 */
export function documentConditionAndOrder({
  identification_type: type,
  identification_number: number,
  former_type: former,
}: PatientSearchQuery): { readonly where: SQL | undefined; readonly exactFirst: SQL } {
  const isNumber = eq(patients.normalizedNumber, normalizeDocumentNumber(type, number));
  const exact = eq(patients.identification_type, type);
  return {
    where: or(
      and(exact, isNumber),
      type === 'TI' ? and(eq(patients.former_type, type), isNumber) : undefined,
      former && former === formerDocumentTypeOf(type)
        ? and(eq(patients.identification_type, former), isNumber)
        : undefined,
    ),
    exactFirst: desc(exact),
  };
}

export interface FoundPatient {
  readonly patient: Patient;
  readonly visits: VisitCounts;
}

/**
 * Returns the patient with this document from any branch, with the last evaluation in the requesting branch. The spelling of
 * the number may differ. Null when no patient has the document.
 */
export async function findPatientByDocument(
  db: Executor,
  branchId: string | null,
  query: PatientSearchQuery,
): Promise<FoundPatient | null> {
  const { where, exactFirst } = documentConditionAndOrder(query);
  const [row] = await db
    .select({ patient: patients, occupation_name: occupations.name })
    .from(patients)
    .leftJoin(occupations, eq(occupations.id, patients.occupation_id))
    .where(where)
    .orderBy(exactFirst)
    .limit(1);
  if (!row) return null;
  const { id } = row.patient;
  return {
    patient: {
      ...toPatient(row),
      additional_fields: await newestAdditionalValues(db, id),
      last_evaluation: branchId === null ? null : await lastEvaluation(db, id, branchId),
    },
    visits: await countVisits(db, id, branchId),
  };
}
