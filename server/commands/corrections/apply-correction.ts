import type { CorrectionBody } from '#contract/records/evaluation/corrections.ts';
import type { Patient } from '#contract/records/evaluation/patients.ts';
import { givenData } from '#domain/evaluation/corrections.ts';
import type { Transaction } from '../../database/connection/client.ts';
import { patientOf } from '../../queries/patients/patients.ts';
import { registeredAs } from '../../queries/patients/registered-patient.ts';
import { type EvaluationRow, revise } from '../clinical/change-evaluation.ts';
import type { Lookup } from '../patients/look-up-patient.ts';
import type { Registered } from '../patients/register-patient.ts';
import { correctPatient } from './correct-patient.ts';
import { otherPatient } from './move-registration.ts';

/** A correction and the registration before it. */
export interface Pending {
  readonly row: EvaluationRow;
  readonly body: CorrectionBody;
  readonly at: Date;
  readonly receivedAt: Date;
  /** Fields named by corrections that were captured later than this correction. */
  readonly later: ReadonlySet<string>;
  readonly lookup: Lookup | null;
}

/** Effects of a correction. */
export interface Applied {
  /** Ids of the previous and the new patient of a registration that moved. */
  readonly moved: { readonly from: string; readonly to: string } | null;
  /** Patient whose data changed, and the contract names of the changed fields. */
  readonly changed: Registered;
  /** Names of the fields that keep their value because it was confirmed later than this correction. */
  readonly kept: ReadonlySet<string>;
}

type Change = Partial<EvaluationRow>;
interface OfPatient extends Applied {
  readonly change: Change;
}

async function presentPatient(tx: Transaction, id: string): Promise<Patient> {
  const patient = await patientOf(tx, id);
  if (!patient) throw new Error('The patient of an evaluation does not exist');
  return patient;
}

const nothing = (row: EvaluationRow, stored: readonly string[] = []): OfPatient => ({
  moved: null,
  changed: { id: row.patientId, changed: [], renewal: null },
  kept: new Set(stored),
  change: {},
});

async function toOther(tx: Transaction, { row, body, at, later, lookup }: Pending): Promise<OfPatient> {
  const { other_patient: typed } = body;
  if (!typed || later.has('patient')) return nothing(row, typed ? ['patient'] : []);
  const changed = await otherPatient(tx, typed, { branchId: row.branchId, capturedAt: at }, lookup);
  const { id } = changed;
  const person = await presentPatient(tx, id);
  return {
    moved: id === row.patientId ? null : { from: row.patientId, to: id },
    changed,
    kept: new Set(),
    change: { patientId: id, registeredPatient: registeredAs(person, typed) },
  };
}

/** Returns whether the correction is for the present patient of the registration. */
const isOfPresent = ({ row, body: { patient }, later }: Pending): boolean =>
  !later.has('patient') && (patient?.id === undefined || patient.id.toLowerCase() === row.patientId);

async function ofSame(tx: Transaction, pending: Pending): Promise<OfPatient> {
  const { row, body, at } = pending;
  const given = givenData(body.patient);
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
 * Returns the new values of the evaluation's own columns, and the names of the fields that a later correction has set and that
 * therefore stay.
 */
function ofEvaluation({ body, later }: Pending): {
  readonly change: Change;
  readonly kept: readonly string[];
} {
  const named = [
    ['evaluation_type', 'evaluationTypeId', body.evaluation_type_id],
    ['employer_company', 'employerCompanyId', body.employer_company_id],
    ['contractor_company', 'contractorCompanyId', body.contractor_company_id],
    ['additional_info', 'additionalInfo', body.additional_info],
  ] as const;
  const given = named.filter(([, , value]) => value !== undefined);
  const newest = given.filter(([field]) => !later.has(field));
  return {
    change: Object.fromEntries(newest.map(([, column, value]) => [column, value])),
    kept: given.filter(([field]) => later.has(field)).map(([field]) => field),
  };
}

/** Applies the correction to the evaluation and its patient, and raises the evaluation's revision. */
export async function applyCorrection(tx: Transaction, pending: Pending): Promise<Applied> {
  const { row, body, receivedAt } = pending;
  const { change, ...ofPatient } = await (body.other_patient ? toOther(tx, pending) : ofSame(tx, pending));
  const own = ofEvaluation(pending);
  await revise(tx, row.id, receivedAt, { ...change, ...own.change });
  return { ...ofPatient, kept: new Set([...ofPatient.kept, ...own.kept]) };
}
