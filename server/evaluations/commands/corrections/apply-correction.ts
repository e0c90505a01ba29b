import type { CorrectionBody } from '#contract/records/evaluation/corrections.ts';
import type { Patient } from '#contract/records/evaluation/patients.ts';
import { type CorrectedFieldName, presentPatientFieldPaths } from '#domain/evaluation/corrections.ts';
import type { Transaction } from '../../../platform/database/connection/client.ts';
import {
  findPatientById,
  registeredPatientData,
  type PatientLookup,
  type RegistrationResult,
} from '../../../patients/index.ts';
import { type EvaluationRow, revisionUpdateStatement } from '../clinical/change-evaluation.ts';
import { correctAdditionalValues } from './correct-additional-values.ts';
import { correctPatient } from './correct-patient.ts';
import { findOrRegisterPatient } from './move-registration.ts';

export interface PendingCorrection {
  readonly row: EvaluationRow;
  readonly body: CorrectionBody;
  readonly at: Date;
  readonly receivedAt: Date;
  /** Names of the fields that were also changed by corrections captured after this correction. */
  readonly later: ReadonlySet<string>;
  readonly lookup: PatientLookup | null;
}

export interface AppliedCorrection {
  /** Ids of the previous and the new patient if the registration moved to another patient; otherwise null. */
  readonly moved: { readonly from: string; readonly to: string } | null;
  /** Result of updating the patient's record; `changed` in it lists the contract names of the changed fields. */
  readonly changed: RegistrationResult;
  /** Names of the fields that keep their value, because a user confirmed the value after this correction was captured. */
  readonly kept: ReadonlySet<string>;
  /** Names of additional fields that changed with the patient, although the correction does not contain them. */
  readonly carried: readonly CorrectedFieldName[];
  /** Names of additional fields for which the correction overwrote the newest value stored for the patient. */
  readonly overwritten: readonly CorrectedFieldName[];
}

type CorrectedColumns = Partial<EvaluationRow>;
interface PatientCorrectionResult extends Omit<AppliedCorrection, 'carried' | 'overwritten'> {
  readonly change: CorrectedColumns;
}

async function readCurrentPatient(tx: Transaction, id: string): Promise<Patient> {
  const patient = await findPatientById(tx, id);
  if (!patient) throw new Error('The patient of an evaluation does not exist');
  return patient;
}

const createUnchangedResult = (
  row: EvaluationRow,
  stored: readonly string[] = [],
): PatientCorrectionResult => ({
  moved: null,
  changed: { id: row.patientId, changed: [], renewal: null },
  kept: new Set(stored),
  change: {},
});

async function moveToOtherPatient(
  tx: Transaction,
  { row, body, at, later, lookup }: PendingCorrection,
): Promise<PatientCorrectionResult> {
  const { other_patient: typed } = body;
  if (!typed || later.has('patient')) return createUnchangedResult(row, typed ? ['patient'] : []);
  const changed = await findOrRegisterPatient(tx, typed, { branchId: row.branchId, capturedAt: at }, lookup);
  const { id } = changed;
  const person = await readCurrentPatient(tx, id);
  return {
    moved: id === row.patientId ? null : { from: row.patientId, to: id },
    changed,
    kept: new Set(),
    change: { patientId: id, registeredPatient: registeredPatientData(person, typed) },
  };
}

/**
 * Returns true if the correction concerns the registration's current patient; false if the registration has been moved to
 * another patient since.
 */
const isForCurrentPatient = ({ row, body: { patient }, later }: PendingCorrection): boolean =>
  !later.has('patient') && (patient?.id === undefined || patient.id.toLowerCase() === row.patientId);

async function correctCurrentPatientData(
  tx: Transaction,
  pending: PendingCorrection,
): Promise<PatientCorrectionResult> {
  const { row, body, at } = pending;
  const given = presentPatientFieldPaths(body.patient);
  if (!body.patient || !isForCurrentPatient(pending)) return createUnchangedResult(row, given);
  const { fields, kept: stored } = await correctPatient(tx, row, body.patient, at);
  const now = await readCurrentPatient(tx, row.patientId);
  const corrected = fields.map((field) => [field, now[field] ?? null]);
  return {
    moved: null,
    changed: { id: row.patientId, changed: fields, renewal: null },
    kept: new Set(stored.map((field) => `patient.${field}`)),
    change: { registeredPatient: { ...row.registeredPatient, ...Object.fromEntries(corrected) } },
  };
}

/**
 * Returns the new values of the evaluation's own columns. `kept` names the fields of the correction that stay unchanged because
 * a later correction has set them.
 */
function toCorrectedColumns({ body, later }: PendingCorrection): {
  readonly change: CorrectedColumns;
  readonly kept: readonly string[];
} {
  const named = [
    ['evaluation_type', 'evaluation_type_id', body.evaluation_type_id],
    ['employer_company', 'employer_company_id', body.employer_company_id],
    ['contractor_company', 'contractor_company_id', body.contractor_company_id],
    ['additional_info', 'additional_info', body.additional_info],
  ] as const;
  const given = named.filter(([, , value]) => value !== undefined);
  const newest = given.filter(([field]) => !later.has(field));
  return {
    change: Object.fromEntries(newest.map(([, column, value]) => [column, value])),
    kept: given.filter(([field]) => later.has(field)).map(([field]) => field),
  };
}

/** Returns true if the patient data in the correction belong to the patient that the registration has after the correction. */
const areValuesOfCurrentPatient = (pending: PendingCorrection): boolean =>
  pending.body.other_patient ? !pending.later.has('patient') : isForCurrentPatient(pending);

export async function applyCorrection(
  tx: Transaction,
  pending: PendingCorrection,
): Promise<AppliedCorrection> {
  const { row, body, receivedAt } = pending;
  const { change, ...ofPatient } = await (body.other_patient
    ? moveToOtherPatient(tx, pending)
    : correctCurrentPatientData(tx, pending));
  const own = toCorrectedColumns(pending);
  await revisionUpdateStatement(tx, row.id, receivedAt, { ...change, ...own.change });
  const { kept, ...additional } = await correctAdditionalValues(tx, {
    ...pending,
    evaluationId: row.id,
    patientId: areValuesOfCurrentPatient(pending) ? ofPatient.changed.id : null,
    isMove: ofPatient.moved !== null,
  });
  return { ...ofPatient, kept: new Set([...ofPatient.kept, ...own.kept, ...kept]), ...additional };
}
