import { eq, sql } from 'drizzle-orm';
import type { PatientCorrection } from '#contract/records/evaluation/corrections.ts';
import { PATIENT_NAME_FIELDS, type PatientField } from '#contract/records/evaluation/patient-fields.ts';
import type { Transaction } from '../../../platform/database/connection/client.ts';
import { fieldError } from '../../../platform/base/errors.ts';
import { FIELD_OF_COLUMN, type PatientColumn, patients } from '../../../schema/patients.ts';
import {
  countVisits,
  UPDATABLE_PATIENT_COLUMNS,
  type KnownPatientRow,
  fieldCaptureTimeOf,
  findOrCreateOccupationId,
  haveMatchingNames,
} from '../../../patients/index.ts';
import type { EvaluationRow } from '../clinical/change-evaluation.ts';

async function lockPatient(tx: Transaction, id: string): Promise<KnownPatientRow> {
  const [known] = await tx.select().from(patients).where(eq(patients.id, id)).for('no key update');
  if (!known) throw new Error('The patient of an evaluation does not exist');
  return known;
}

const withFoundOrCreatedOccupation = async (tx: Transaction, corrected: PatientCorrection) => ({
  ...corrected,
  occupation_id: corrected.occupation_name
    ? await findOrCreateOccupationId(tx, corrected.occupation_name)
    : corrected.occupation_name,
});

interface CorrectedPatientFields {
  readonly fields: readonly PatientField[];
  readonly kept: readonly PatientField[];
}

/**
 * Rejects names of a different person if the patient also has visits in other branches. Otherwise a mistyped document number
 * would rename another patient in all branches.
 */
async function rejectNamesOfOtherPatient(
  tx: Transaction,
  branchId: string,
  known: KnownPatientRow,
  now: KnownPatientRow,
): Promise<void> {
  const changed = PATIENT_NAME_FIELDS.filter((field) => now[field] !== known[field]);
  if (changed.length === 0 || haveMatchingNames(known, now)) return;
  const { elsewhere } = await countVisits(tx, known.id, branchId);
  if (elsewhere === 0) return;
  const message =
    "Este paciente también se atiende en otra sede, y este nombre parece de otra persona. Usa 'Este registro es de otra persona'.";
  throw fieldError(...changed.map((field) => ({ field: `patient.${field}`, message })));
}

/**
 * Changes data of the patient. A field that a user confirmed after `at` keeps its value.
 * @throws validation_failed, also for the names of a different person if the patient has visits in other branches
 */
export async function correctPatient(
  tx: Transaction,
  { patientId: id, branchId }: Pick<EvaluationRow, 'patientId' | 'branchId'>,
  corrected: PatientCorrection,
  at: Date,
): Promise<CorrectedPatientFields> {
  const known = await lockPatient(tx, id);
  const values = await withFoundOrCreatedOccupation(tx, corrected);
  const given = UPDATABLE_PATIENT_COLUMNS.filter((column) => values[column] !== undefined);
  const isLater = (column: PatientColumn) => fieldCaptureTimeOf(known, FIELD_OF_COLUMN[column]) > at;
  const newest = given.filter((column) => !isLater(column));
  const set = Object.fromEntries(newest.map((column) => [column, values[column]]));
  await rejectNamesOfOtherPatient(tx, branchId, known, { ...known, ...set });
  const times = newest.map((column) => [FIELD_OF_COLUMN[column], at.toISOString()]);
  await tx
    .update(patients)
    .set({
      ...set,
      fieldTimes: { ...known.fieldTimes, ...Object.fromEntries(times) },
      updatedAt: sql`now()`,
    })
    .where(eq(patients.id, id));
  return {
    fields: newest
      .filter((column) => values[column] !== known[column])
      .map((column) => FIELD_OF_COLUMN[column]),
    kept: given.filter(isLater).map((column) => FIELD_OF_COLUMN[column]),
  };
}
