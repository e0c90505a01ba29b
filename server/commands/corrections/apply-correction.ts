import type { CorrectionBody } from '#contract/records/evaluation/corrections.ts';
import type { Patient } from '#contract/records/evaluation/patients.ts';
import { presentPatientFields } from '#domain/evaluation/corrections.ts';
import type { Transaction } from '../../database/connection/client.ts';
import { findPatientById } from '../../queries/patients/patients.ts';
import { registeredPatientData } from '../../queries/patients/registered-patient.ts';
import { type EvaluationRow, raiseRevision } from '../clinical/change-evaluation.ts';
import type { PatientLookup } from '../patients/look-up-patient.ts';
import type { RegistrationResult } from '../patients/register-patient.ts';
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
  /** Patient of the correction, with the contract names of the changed fields. */
  readonly changed: RegistrationResult;
  /** Names of the fields that keep their value, because the value was confirmed after this correction. */
  readonly kept: ReadonlySet<string>;
}

type Change = Partial<EvaluationRow>;
interface OfPatient extends AppliedCorrection {
  readonly change: Change;
}

async function presentPatient(tx: Transaction, id: string): Promise<Patient> {
  const patient = await findPatientById(tx, id);
  if (!patient) throw new Error('The patient of an evaluation does not exist');
  return patient;
}

const nothing = (row: EvaluationRow, stored: readonly string[] = []): OfPatient => ({
  moved: null,
  changed: { id: row.patientId, changed: [], renewal: null },
  kept: new Set(stored),
  change: {},
});

async function toOther(
  tx: Transaction,
  { row, body, at, later, lookup }: PendingCorrection,
): Promise<OfPatient> {
  const { other_patient: typed } = body;
  if (!typed || later.has('patient')) return nothing(row, typed ? ['patient'] : []);
  const changed = await findOrRegisterPatient(tx, typed, { branchId: row.branchId, capturedAt: at }, lookup);
  const { id } = changed;
  const person = await presentPatient(tx, id);
  return {
    moved: id === row.patientId ? null : { from: row.patientId, to: id },
    changed,
    kept: new Set(),
    change: { patientId: id, registeredPatient: registeredPatientData(person, typed) },
  };
}

/**
 * Returns true if the correction changes data of the registration's current patient; false if the registration has another
 * patient by now.
 */
const isOfPresent = ({ row, body: { patient }, later }: PendingCorrection): boolean =>
  !later.has('patient') && (patient?.id === undefined || patient.id.toLowerCase() === row.patientId);

async function ofSame(tx: Transaction, pending: PendingCorrection): Promise<OfPatient> {
  const { row, body, at } = pending;
  const given = presentPatientFields(body.patient);
  if (!body.patient || !isOfPresent(pending)) return nothing(row, given);
  const { fields, kept: stored } = await correctPatient(tx, row, body.patient, at);
  const now = await presentPatient(tx, row.patientId);
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
function ofEvaluation({ body, later }: PendingCorrection): {
  readonly change: Change;
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

export async function applyCorrection(
  tx: Transaction,
  pending: PendingCorrection,
): Promise<AppliedCorrection> {
  const { row, body, receivedAt } = pending;
  const { change, ...ofPatient } = await (body.other_patient ? toOther(tx, pending) : ofSame(tx, pending));
  const own = ofEvaluation(pending);
  await raiseRevision(tx, row.id, receivedAt, { ...change, ...own.change });
  return { ...ofPatient, kept: new Set([...ofPatient.kept, ...own.kept]) };
}
