import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Clearable, PatientField, PatientInput } from '#contract/records/evaluation/patients.ts';
import type { Transaction } from '../../database/connection/client.ts';
import { namesOf } from '../../database/tables/names.ts';
import { occupations } from '../../database/tables/catalogs.ts';
import { patients } from '../../database/tables/patients.ts';
import { fieldError } from '../../base/errors.ts';
import { type Visits, ofDocument, visitsOf } from '../../queries/patients/patients.ts';
import { DocumentOfAnother, PatientNotLookedUp } from './document-of-another.ts';
import { CHANGEABLE, COLUMNS, type ColumnValues, type Known, keepLaterFields } from './field-times.ts';
import {
  type DocumentColumns,
  documentOf,
  documentChange,
  lockNumber,
  type Renewal,
} from './document-change.ts';
import { storedIdentity } from './stored-identity.ts';
import { storedSpelling } from './stored-spelling.ts';
import { withProvenFormer } from './proven-former.ts';
import { maybeSamePerson } from './same-person.ts';

async function occupationByName(tx: Transaction, name: string): Promise<string | undefined> {
  const [known] = await tx
    .select({ id: occupations.id })
    .from(occupations)
    .where(eq(occupations.searchText, sql`fold_text(${name})`));
  return known?.id;
}

async function createOccupation(tx: Transaction, name: string): Promise<string | undefined> {
  const id = randomUUID();
  await tx.insert(occupations).values({ id, name }).onConflictDoNothing();
  return occupationByName(tx, name);
}

/** Returns the id of the occupation with that name; creates the occupation if the clinic does not have it. */
export const occupationNamed = async (tx: Transaction, name: string): Promise<string | undefined> =>
  (await occupationByName(tx, name)) ?? (await createOccupation(tx, name));

/** Returns the id of the occupation that was chosen or typed; a new name creates a new occupation. */
async function resolveOccupation(tx: Transaction, patient: PatientInput): Promise<string | undefined> {
  const { occupation_id: id, occupation_name: name } = patient;
  if (id !== undefined) {
    const [known] = await tx.select({ id: occupations.id }).from(occupations).where(eq(occupations.id, id));
    if (!known) throw fieldError({ field: 'patient.occupation_id', message: 'El cargo no existe.' });
    return known.id;
  }
  return name === undefined ? undefined : occupationNamed(tx, name);
}

/** Returns the patient's columns. A removed value is null; an omitted value is undefined, and a known patient keeps it. */
const columnsOf = (patient: PatientInput, occupationId: string | undefined) => {
  const without = (field: Clearable) => (patient.cleared?.includes(field) ? null : undefined);
  return {
    firstName: patient.first_name,
    middleName: patient.middle_name ?? without('middle_name'),
    lastName: patient.last_name,
    secondLastName: patient.second_last_name ?? without('second_last_name'),
    birthDate: patient.birth_date ?? without('birth_date'),
    gender: patient.gender ?? without('gender'),
    occupationId: occupationId ?? without('occupation_name'),
  };
};

/** Rejects a field that is both set and removed by the same request. */
function rejectGivenAndCleared(patient: PatientInput): void {
  const given = (patient.cleared ?? []).filter(
    (field) =>
      patient[field] !== undefined || (field === 'occupation_name' && patient.occupation_id !== undefined),
  );
  if (given.length === 0) return;
  const message = 'Trae un valor y pide borrarlo.';
  throw fieldError(...given.map((field) => ({ field: `patient.${field}`, message })));
}

/** Locks the patient's row until the transaction ends. */
async function holdKnown(tx: Transaction, patient: PatientInput): Promise<Known | undefined> {
  const { where, exactFirst } = ofDocument(patient);
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
 * Rejects the names of another patient. A misread digit would otherwise store a patient's evaluation and name in another
 * patient's record (S15).
 */
function rejectAnother(known: Known, patient: PatientInput): void {
  if (patient.id === known.id || maybeSamePerson(namesOf(known), patient)) return;
  throw new DocumentOfAnother(patient);
}

/**
 * Requires a lookup for a patient of other branches, because a registration reveals as much of the patient as a lookup does.
 */
function requireLookup({ here }: Visits, { lookedUp }: Registration, patient: PatientInput): void {
  if (here === 0 && !lookedUp) throw new PatientNotLookedUp(patient);
}

/** Returns the columns that keep their known value if the receptionist did not find the patient before registering. */
const keptOf = (known: Known, values: ColumnValues, { elsewhere }: Visits): ColumnValues => ({
  ...storedSpelling(known, values),
  ...(elsewhere > 0 && storedIdentity(known, values)),
});

type Values = ReturnType<typeof columnsOf> & Pick<Known, 'dataAt'>;

/** Inserts the patient and returns the new id; if the document is known, locks and returns the row of its patient. */
async function enterOrHold(
  tx: Transaction,
  patient: PatientInput,
  row: Values & DocumentColumns,
): Promise<{ readonly entered: string } | { readonly entered: null; readonly known: Known }> {
  const held = await holdKnown(tx, patient);
  if (held) return { entered: null, known: held };
  const [entered] = await tx
    .insert(patients)
    .values({ id: randomUUID(), ...row })
    .onConflictDoNothing({ target: [patients.identificationType, patients.normalizedNumber] })
    .returning({ id: patients.id });
  if (entered) return { entered: entered.id };
  const known = await holdKnown(tx, patient);
  if (!known) throw new Error('A patient was neither inserted nor found');
  return { entered: null, known };
}

const changesIn = (known: Known, values: ColumnValues): PatientField[] =>
  COLUMNS.filter((column) => values[column] !== undefined && values[column] !== known[column]).map(
    (column) => CHANGEABLE[column],
  );

export interface Registration {
  readonly branchId: string;
  readonly capturedAt: Date;
  /** True if the sender has looked up the document. */
  readonly lookedUp: boolean;
}

/** Result of a registration. `changed` has the names of the fields whose values changed for a known patient. */
export interface Registered {
  readonly id: string;
  readonly changed: readonly PatientField[];
  /** Change of the document type; null if the type stays. */
  readonly renewal: Renewal | null;
}

/**
 * Returns the detail of the log entry: the names of changed fields, and no values except the document types. Null if nothing
 * changed.
 */
export function changeDetail({ id, changed, renewal }: Registered) {
  const fields = [...(renewal ? ['identification_type'] : []), ...changed];
  return fields.length === 0 ? null : { patient: id, fields, ...renewal };
}

/** Returns the columns that the registration sets for a known patient, without those of the document. */
function dataOf(known: Known, values: Values, isFound: boolean, visits: Visits) {
  if (values.dataAt <= known.dataAt) return {};
  const spelled = isFound ? values : { ...values, ...keptOf(known, values, visits) };
  return { ...spelled, ...keepLaterFields(known, spelled, values.dataAt) };
}

/** Locks the number and returns the patient; the former document type is added if the data prove it. */
async function identified(tx: Transaction, typed: PatientInput) {
  await lockNumber(tx, documentOf(typed));
  const patient = await withProvenFormer(tx, typed);
  return { patient, document: documentOf(patient) };
}

/**
 * Returns the patient with this document: either the known patient, updated if this registration was captured later than the
 * known data, or a new one. Safe for concurrent registrations of one patient.
 * @throws DocumentOfAnother if the known patient has other names and the receptionist did not find the patient first
 * @throws PatientNotLookedUp if the known patient was never in the branch and no lookup was used
 */
export async function registerPatient(
  tx: Transaction,
  typed: PatientInput,
  registration: Registration,
): Promise<Registered> {
  const { branchId, capturedAt } = registration;
  rejectGivenAndCleared(typed);
  const occupationId = await resolveOccupation(tx, typed);
  const values: Values = { ...columnsOf(typed, occupationId), dataAt: capturedAt };
  const { patient, document } = await identified(tx, typed);
  const result = await enterOrHold(tx, patient, { ...values, ...document });
  if (result.entered !== null) return { id: result.entered, changed: [], renewal: null };
  const { known } = result;
  rejectAnother(known, patient);
  const isFound = patient.id === known.id;
  const visits = await visitsOf(tx, known.id, branchId);
  if (!isFound) requireLookup(visits, registration, patient);
  const { renewal, columns } = documentChange(known, { document, values, isFound, visits });
  const data = dataOf(known, values, isFound, visits);
  const present = { ...columns, ...data };
  if (Object.keys(present).length > 0)
    await tx
      .update(patients)
      .set({ ...present, updatedAt: sql`now()` })
      .where(eq(patients.id, known.id));
  return { id: known.id, changed: changesIn(known, data), renewal };
}
