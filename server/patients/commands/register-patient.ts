import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { PatientField } from '#contract/records/evaluation/patient-fields.ts';
import type { PatientInput } from '#contract/records/evaluation/patients.ts';
import type { Transaction } from '../../platform/database/connection/client.ts';
import { occupations } from '../../schema/catalogs.ts';
import { FIELD_OF_COLUMN, type PatientColumn, patients } from '../../schema/patients.ts';
import { fieldError } from '../../platform/base/errors.ts';
import { type VisitCounts, documentConditionAndOrder, countVisits } from '../queries/patients.ts';
import { DocumentOfAnotherError, PatientNotLookedUpError } from './document-of-another.ts';
import {
  UPDATABLE_PATIENT_COLUMNS,
  type PatientColumnValues,
  type KnownPatientRow,
  keptColumnsAndTimes,
} from './field-times.ts';
import {
  type DocumentColumns,
  documentColumns,
  documentChange,
  lockDocumentNumber,
  type DocumentTypeChange,
} from './document-change.ts';
import { identityToKeep } from './stored-identity.ts';
import { spellingToKeep } from './stored-spelling.ts';
import { addVerifiedFormerType } from './proven-former.ts';
import { haveMatchingNames } from './same-person.ts';

async function findOccupationIdByName(tx: Transaction, name: string): Promise<string | undefined> {
  const [known] = await tx
    .select({ id: occupations.id })
    .from(occupations)
    .where(eq(occupations.searchText, sql`fold_text(${name})`));
  return known?.id;
}

async function createOccupation(tx: Transaction, name: string): Promise<string | undefined> {
  const id = randomUUID();
  await tx.insert(occupations).values({ id, name }).onConflictDoNothing();
  return findOccupationIdByName(tx, name);
}

export const findOrCreateOccupationId = async (tx: Transaction, name: string): Promise<string | undefined> =>
  (await findOccupationIdByName(tx, name)) ?? (await createOccupation(tx, name));

async function resolveOccupationId(tx: Transaction, patient: PatientInput): Promise<string | undefined> {
  const { occupation_id: id, occupation_name: name } = patient;
  if (id !== undefined) {
    const [known] = await tx.select({ id: occupations.id }).from(occupations).where(eq(occupations.id, id));
    if (!known) throw fieldError({ field: 'patient.occupation_id', message: 'El cargo no existe.' });
    return known.id;
  }
  return name === undefined ? undefined : findOrCreateOccupationId(tx, name);
}

type PatientDataColumns = Pick<typeof patients.$inferInsert, PatientColumn>;

/** Returns the patient's columns. Null deletes the stored value; undefined keeps the stored value. */
function patientColumnsOf(patient: PatientInput, occupation_id: string | undefined): PatientDataColumns {
  const given: { readonly [Column in PatientColumn]?: unknown } = { ...patient, occupation_id };
  const isCleared = (field: PatientField) => patient.cleared?.some((cleared) => cleared === field);
  const values = UPDATABLE_PATIENT_COLUMNS.map((column) => [
    column,
    given[column] ?? (isCleared(FIELD_OF_COLUMN[column]) ? null : undefined),
  ]);
  return Object.fromEntries(values) as PatientDataColumns;
}

function rejectGivenAndClearedFields(patient: PatientInput): void {
  const given = (patient.cleared ?? []).filter(
    (field) =>
      patient[field] !== undefined || (field === 'occupation_name' && patient.occupation_id !== undefined),
  );
  if (given.length === 0) return;
  const message = 'Trae un valor y pide borrarlo.';
  throw fieldError(...given.map((field) => ({ field: `patient.${field}`, message })));
}

async function findAndLockPatient(
  tx: Transaction,
  patient: PatientInput,
): Promise<KnownPatientRow | undefined> {
  const { where, exactFirst } = documentConditionAndOrder(patient);
  const [known] = await tx
    .select()
    .from(patients)
    .where(where)
    .orderBy(exactFirst)
    .limit(1)
    .for('no key update');
  return known;
}

/**
 * Rejects a registration whose names are not those of the known patient with this document. Otherwise a misread digit would
 * store an evaluation in another patient's record and rename that patient (S15).
 */
function rejectDifferentNames(known: KnownPatientRow, patient: PatientInput): void {
  if (patient.id === known.id || haveMatchingNames(known, patient)) return;
  throw new DocumentOfAnotherError(patient);
}

/**
 * Requires that the sender has looked up a patient of other branches, because the response to a registration reveals as much as
 * a lookup, and only lookups have a rate limit.
 * @throws PatientNotLookedUpError
 */
function requireOtherBranchLookup(
  { here }: VisitCounts,
  { lookedUp }: RegistrationContext,
  patient: PatientInput,
): void {
  if (here === 0 && !lookedUp) throw new PatientNotLookedUpError(patient);
}

/**
 * Returns the stored values that the registration must not change. Used when the receptionist registered the patient without
 * finding the stored patient first.
 */
const findValuesToKeep = (
  known: KnownPatientRow,
  values: PatientColumnValues,
  { elsewhere }: VisitCounts,
): PatientColumnValues => ({
  ...spellingToKeep(known, values),
  ...(elsewhere > 0 && identityToKeep(known, values)),
});

type PatientUpdateValues = PatientDataColumns & Pick<KnownPatientRow, 'dataAt'>;

/** Inserts the patient and returns the new id. If the document is known, locks and returns the row of its patient instead. */
async function insertOrLockPatient(
  tx: Transaction,
  patient: PatientInput,
  row: PatientUpdateValues & DocumentColumns,
): Promise<{ readonly entered: string } | { readonly entered: null; readonly known: KnownPatientRow }> {
  const held = await findAndLockPatient(tx, patient);
  if (held) return { entered: null, known: held };
  const [entered] = await tx
    .insert(patients)
    .values({ id: randomUUID(), ...row })
    .onConflictDoNothing({ target: [patients.identification_type, patients.normalizedNumber] })
    .returning({ id: patients.id });
  if (entered) return { entered: entered.id };
  const known = await findAndLockPatient(tx, patient);
  if (!known) throw new Error('A patient was neither inserted nor found');
  return { entered: null, known };
}

const changedFieldsOf = (known: KnownPatientRow, values: PatientColumnValues): PatientField[] =>
  UPDATABLE_PATIENT_COLUMNS.filter(
    (column) => values[column] !== undefined && values[column] !== known[column],
  ).map((column) => FIELD_OF_COLUMN[column]);

export interface RegistrationContext {
  readonly branchId: string;
  readonly capturedAt: Date;
  /** True if the sender has looked up the document before registering. */
  readonly lookedUp: boolean;
}

/** Result of a registration. `changed` names the fields whose stored values changed; empty for a new patient. */
export interface RegistrationResult {
  readonly id: string;
  readonly changed: readonly PatientField[];
  /** Change of the document type; null if the type stays the same. */
  readonly renewal: DocumentTypeChange | null;
}

/**
 * Returns the detail for the log entry: the names of changed fields, and the document types before and after if the type
 * changed. Null if nothing changed.
 * @param additional names of the additional fields whose values were overwritten
 */
export function registrationChangeDetail(
  { id, changed, renewal }: RegistrationResult,
  additional: readonly string[],
) {
  const fields = [...(renewal ? ['identification_type'] : []), ...changed, ...additional];
  return fields.length === 0 ? null : { patient: id, fields, ...renewal };
}

function findDataToUpdate(
  known: KnownPatientRow,
  values: PatientUpdateValues,
  isFound: boolean,
  visits: VisitCounts,
) {
  if (values.dataAt <= known.dataAt) return {};
  const spelled = isFound ? values : { ...values, ...findValuesToKeep(known, values, visits) };
  return { ...spelled, ...keptColumnsAndTimes(known, spelled, values.dataAt) };
}

/** Locks the document number and returns the patient. Adds the former document type if the data prove it. */
async function lockDocumentAndAddFormerType(tx: Transaction, typed: PatientInput) {
  await lockDocumentNumber(tx, documentColumns(typed));
  const patient = await addVerifiedFormerType(tx, typed);
  return { patient, document: documentColumns(patient) };
}

/**
 * Returns the patient with this document: the known patient, updated if this registration was captured after the stored data,
 * or a new patient. Concurrent registrations of one patient are safe.
 * @throws DocumentOfAnotherError if the known patient has other names and the receptionist did not find the patient first
 * @throws PatientNotLookedUpError if the known patient was never in the branch and the sender did not look up the document
 */
export async function registerPatient(
  tx: Transaction,
  typed: PatientInput,
  registration: RegistrationContext,
): Promise<RegistrationResult> {
  const { branchId, capturedAt } = registration;
  rejectGivenAndClearedFields(typed);
  const occupation_id = await resolveOccupationId(tx, typed);
  const values: PatientUpdateValues = { ...patientColumnsOf(typed, occupation_id), dataAt: capturedAt };
  const { patient, document } = await lockDocumentAndAddFormerType(tx, typed);
  const result = await insertOrLockPatient(tx, patient, { ...values, ...document });
  if (result.entered !== null) return { id: result.entered, changed: [], renewal: null };
  const { known } = result;
  rejectDifferentNames(known, patient);
  const isFound = patient.id === known.id;
  const visits = await countVisits(tx, known.id, branchId);
  if (!isFound) requireOtherBranchLookup(visits, registration, patient);
  const { renewal, columns } = documentChange(known, { document, values, isFound, visits });
  const data = findDataToUpdate(known, values, isFound, visits);
  const present = { ...columns, ...data };
  if (Object.keys(present).length > 0)
    await tx
      .update(patients)
      .set({ ...present, updatedAt: sql`now()` })
      .where(eq(patients.id, known.id));
  return { id: known.id, changed: changedFieldsOf(known, data), renewal };
}
