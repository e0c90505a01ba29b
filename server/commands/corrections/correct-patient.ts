import { eq, sql } from 'drizzle-orm';
import type { PatientCorrection } from '#contract/records/evaluation/corrections.ts';
import type { PatientField } from '#contract/records/evaluation/patients.ts';
import type { Transaction } from '../../database/connection/client.ts';
import { fieldError } from '../../base/errors.ts';
import { namesOf } from '../../database/tables/names.ts';
import { patients } from '../../database/tables/patients.ts';
import { visitsOf } from '../../queries/patients/patients.ts';
import type { EvaluationRow } from '../clinical/change-evaluation.ts';
import { CHANGEABLE, COLUMNS, type Column, type Known, timeOf } from '../patients/field-times.ts';
import { occupationNamed } from '../patients/register-patient.ts';
import { maybeSamePerson } from '../patients/same-person.ts';

const named = (column: Column): PatientField => CHANGEABLE[column];

/** Locks the patient's row until the transaction ends. */
async function holdPatient(tx: Transaction, id: string): Promise<Known> {
  const [known] = await tx.select().from(patients).where(eq(patients.id, id)).for('no key update');
  if (!known) throw new Error('The patient of an evaluation does not exist');
  return known;
}

const valuesOf = async (tx: Transaction, corrected: PatientCorrection) => ({
  firstName: corrected.first_name,
  middleName: corrected.middle_name,
  lastName: corrected.last_name,
  secondLastName: corrected.second_last_name,
  birthDate: corrected.birth_date,
  gender: corrected.gender,
  occupationId: corrected.occupation_name
    ? await occupationNamed(tx, corrected.occupation_name)
    : corrected.occupation_name,
});

/** Contract names of the fields that changed, and of those that keep their value because they were confirmed later. */
interface CorrectedPatient {
  readonly fields: readonly PatientField[];
  readonly kept: readonly PatientField[];
}

const NAMES: readonly Column[] = ['firstName', 'middleName', 'lastName', 'secondLastName'];

/**
 * Rejects the names of a different person for a patient who is also seen at other branches. A receptionist who mistyped the
 * document number would otherwise rename that patient in all branches.
 */
async function rejectAnother(tx: Transaction, branchId: string, known: Known, now: Known): Promise<void> {
  const changed = NAMES.filter((column) => now[column] !== known[column]);
  if (changed.length === 0 || maybeSamePerson(namesOf(known), namesOf(now))) return;
  const { elsewhere } = await visitsOf(tx, known.id, branchId);
  if (elsewhere === 0) return;
  const message =
    "Este paciente también se atiende en otra sede, y este nombre parece de otra persona. Usa 'Este registro es de otra persona'.";
  throw fieldError(...changed.map((column) => ({ field: `patient.${named(column)}`, message })));
}

/**
 * Changes data of the patient. A field that was confirmed after `at` keeps its value.
 * @throws validation_failed
 */
export async function correctPatient(
  tx: Transaction,
  { patientId: id, branchId }: Pick<EvaluationRow, 'patientId' | 'branchId'>,
  corrected: PatientCorrection,
  at: Date,
): Promise<CorrectedPatient> {
  const known = await holdPatient(tx, id);
  const values = await valuesOf(tx, corrected);
  const given = COLUMNS.filter((column) => values[column] !== undefined);
  const isLater = (column: Column) => timeOf(known, CHANGEABLE[column]) > at;
  const newest = given.filter((column) => !isLater(column));
  const set = Object.fromEntries(newest.map((column) => [column, values[column]]));
  await rejectAnother(tx, branchId, known, { ...known, ...set });
  const times = newest.map((column) => [CHANGEABLE[column], at.toISOString()]);
  await tx
    .update(patients)
    .set({
      ...set,
      fieldTimes: { ...known.fieldTimes, ...Object.fromEntries(times) },
      updatedAt: sql`now()`,
    })
    .where(eq(patients.id, id));
  return {
    fields: newest.filter((column) => values[column] !== known[column]).map(named),
    kept: given.filter(isLater).map(named),
  };
}
