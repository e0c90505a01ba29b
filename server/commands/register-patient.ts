import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { PatientInput } from '#contract/patients.ts';
import { normalizeDocumentNumber } from '#domain/patient/document.ts';
import type { Transaction } from '../database/client.ts';
import { occupations, patients } from '../database/schema.ts';
import { fieldError } from '../errors.ts';

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

/** The occupation that the desk chose, or typed: a name that nobody typed before becomes a new one. */
async function resolveOccupation(tx: Transaction, patient: PatientInput): Promise<string | null> {
  const { occupation_id: id, occupation_name: name } = patient;
  if (id !== undefined) {
    const [known] = await tx.select({ id: occupations.id }).from(occupations).where(eq(occupations.id, id));
    if (!known) throw fieldError({ field: 'patient.occupation_id', message: 'El cargo no existe.' });
    return known.id;
  }
  if (name === undefined) return null;
  return (await occupationByName(tx, name)) ?? (await createOccupation(tx, name)) ?? null;
}

/** What was confirmed replaces what was known; what was left out stays as it was known. */
const confirmed = {
  identificationNumber: sql`excluded.identification_number`,
  firstName: sql`excluded.first_name`,
  middleName: sql`coalesce(excluded.middle_name, ${patients.middleName})`,
  lastName: sql`excluded.last_name`,
  secondLastName: sql`coalesce(excluded.second_last_name, ${patients.secondLastName})`,
  birthDate: sql`coalesce(excluded.birth_date, ${patients.birthDate})`,
  gender: sql`coalesce(excluded.gender, ${patients.gender})`,
  occupationId: sql`coalesce(excluded.occupation_id, ${patients.occupationId})`,
  dataAt: sql`excluded.data_at`,
  updatedAt: sql`now()`,
};

async function patientByDocument(tx: Transaction, type: PatientInput['identification_type'], number: string) {
  const [row] = await tx
    .select({ id: patients.id })
    .from(patients)
    .where(and(eq(patients.identificationType, type), eq(patients.normalizedNumber, number)));
  return row?.id;
}

/**
 * The id of the person with this document: the one already known, brought up to date if this was confirmed later
 * than what is known, or a new one. Safe against the same person arriving twice at once.
 */
export async function registerPatient(
  tx: Transaction,
  patient: PatientInput,
  capturedAt: Date,
): Promise<string> {
  const normalizedNumber = normalizeDocumentNumber(
    patient.identification_type,
    patient.identification_number,
  );
  if (normalizedNumber === '')
    throw fieldError({
      field: 'patient.identification_number',
      message: 'Ingrese el número de identificación',
    });
  const id = randomUUID();
  const [written] = await tx
    .insert(patients)
    .values({
      id,
      identificationType: patient.identification_type,
      identificationNumber: patient.identification_number,
      normalizedNumber,
      firstName: patient.first_name,
      middleName: patient.middle_name ?? null,
      lastName: patient.last_name,
      secondLastName: patient.second_last_name ?? null,
      birthDate: patient.birth_date ?? null,
      gender: patient.gender ?? null,
      occupationId: await resolveOccupation(tx, patient),
      dataAt: capturedAt,
    })
    .onConflictDoUpdate({
      target: [patients.identificationType, patients.normalizedNumber],
      set: confirmed,
      setWhere: sql`excluded.data_at > ${patients.dataAt}`,
    })
    .returning({ id: patients.id });
  const known = written?.id ?? (await patientByDocument(tx, patient.identification_type, normalizedNumber));
  if (known === undefined) throw new Error('A patient neither inserted nor found');
  return known;
}
