import { type SQL, and, count, eq, inArray, or, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { AdditionalValues } from '#contract/records/evaluation/additional-values.ts';
import { type StoredPatientData, patientFieldSchemas } from '#contract/records/evaluation/patient-fields.ts';
import type {
  ExpectedList,
  ExpectedListPeople,
  ExpectedPeopleQuery,
  ExpectedPeopleState,
  ExpectedPerson,
  ExpectedStatus,
} from '#contract/records/evaluation/expected-lists.ts';
import { fullName } from '#domain/patient/name.ts';
import { toStoredPatientData } from '#domain/patient/patient-data.ts';
import { notFoundError } from '../../platform/base/errors.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { patientSearchPatterns, patternsCondition } from '../../platform/database/queries/search.ts';
import { users } from '../../schema/accounts/accounts.ts';
import { evaluationTypes } from '../../schema/catalogs.ts';
import { evaluations } from '../../schema/evaluation/evaluations.ts';
import { expectedPeople, expectedRegistrations, repetitions } from '../../schema/expected-lists.ts';
import { patients } from '../../schema/patients.ts';
import { hasUnsettledEvaluation, peopleOfList, registrationCondition } from './lists.ts';

export type ExpectedPersonRow = typeof expectedPeople.$inferSelect;

/** Stored data of a person. A version of the program may store fields that another version lacks. */
const StoredPerson = z.object(patientFieldSchemas('stored'));
/** Returns the full name of a person as screens and documents write it. */
export const storedPersonName = (person: StoredPatientData): string => fullName(StoredPerson.parse(person));
const StoredAdditionalValues = z.catch(AdditionalValues, []);

const selectPeople = (db: Executor) =>
  db
    .select({
      row: expectedPeople,
      type: { id: evaluationTypes.id, name: evaluationTypes.name, code: evaluationTypes.code },
      by: users.displayName,
    })
    .from(expectedPeople)
    .leftJoin(evaluationTypes, eq(evaluationTypes.id, expectedPeople.evaluation_type_id))
    .leftJoin(users, eq(users.id, expectedPeople.stateBy));
type PersonWithNames = Awaited<ReturnType<typeof selectPeople>>[number];

/** Condition that the patient has, or had, the document of the expected person. */
const hasSameDocument = and(
  eq(patients.normalizedNumber, expectedPeople.normalizedNumber),
  or(
    eq(patients.identification_type, expectedPeople.identification_type),
    eq(patients.former_type, expectedPeople.identification_type),
  ),
);

/** Reads the evaluations of the people in the order of their registration; `isFurther` is false for a person's evaluation. */
const selectRegistrations = (db: Executor, branchId: string, ids: readonly string[]) =>
  db
    .select({
      personId: expectedRegistrations.personId,
      evaluationId: expectedRegistrations.evaluationId,
      isFurther: sql<boolean>`${repetitions.evaluationId} is not null`,
      hasOtherDocument: sql<boolean>`(${hasSameDocument}) is not true`,
      decision: expectedRegistrations.decision,
      decidedAt: expectedRegistrations.decidedAt,
      decidedBy: users.displayName,
    })
    .from(expectedRegistrations)
    .innerJoin(expectedPeople, registrationCondition)
    .innerJoin(evaluations, eq(evaluations.id, expectedRegistrations.evaluationId))
    .innerJoin(patients, eq(patients.id, evaluations.patientId))
    .leftJoin(repetitions, eq(repetitions.evaluationId, expectedRegistrations.evaluationId))
    .leftJoin(users, eq(users.id, expectedRegistrations.decidedBy))
    .where(
      and(eq(expectedRegistrations.branchId, branchId), inArray(expectedRegistrations.personId, [...ids])),
    )
    .orderBy(
      expectedRegistrations.isRepeated,
      expectedRegistrations.registeredAt,
      expectedRegistrations.evaluationId,
    );
type Registration = Awaited<ReturnType<typeof selectRegistrations>>[number];

/** Returns the evaluations that registered each person, by id of the person. */
async function registrationsOfPeople(
  db: Executor,
  branchId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Registration[]>> {
  if (ids.length === 0) return new Map();
  const byPerson = new Map<string, Registration[]>(ids.map((id) => [id, []]));
  for (const found of await selectRegistrations(db, branchId, ids)) byPerson.get(found.personId)?.push(found);
  return byPerson;
}

function registeredStatusOf(at: string, all: readonly Registration[]): ExpectedStatus {
  const counted = all.find(({ isFurther }) => !isFurther);
  if (!counted) throw new Error('A registered person has no evaluation');
  const further = all.filter(({ isFurther }) => isFurther);
  return {
    state: 'registered',
    at,
    evaluation_id: counted.evaluationId,
    repeated: further.flatMap(({ evaluationId, decision }) => (decision === null ? [evaluationId] : [])),
    settled: further.flatMap(({ evaluationId: evaluation_id, decision, decidedAt, decidedBy }) =>
      decision === null
        ? []
        : [{ evaluation_id, decision, at: decidedAt?.toISOString() ?? '', by: decidedBy ?? '' }],
    ),
    other_document: all.flatMap(({ evaluationId, hasOtherDocument }) =>
      hasOtherDocument ? [evaluationId] : [],
    ),
  };
}

function statusOf({ row, by }: PersonWithNames, registrations: readonly Registration[]): ExpectedStatus {
  const decision = { at: row.stateAt?.toISOString() ?? '', by: by ?? '' };
  switch (row.state) {
    case 'expected':
      return { state: row.state };
    case 'arrived':
    case 'cancelled':
      return { state: row.state, ...decision };
    case 'no_show':
      return { state: row.state, ...decision, by_closing: row.absentByClosing };
    case 'registered':
      return registeredStatusOf(decision.at, registrations);
  }
}

const toExpectedPerson = (found: PersonWithNames, registrations: readonly Registration[]): ExpectedPerson => {
  const { row, type } = found;
  return {
    id: row.id,
    list_id: row.listId,
    ...toStoredPatientData({ ...row, ...StoredPerson.parse(row.person) }),
    evaluation_type: type,
    package_job: row.package_job,
    hour: row.hour,
    phone: row.phone,
    email: row.email,
    notes: row.notes,
    additional_fields: StoredAdditionalValues.parse(row.additional_fields),
    status: statusOf(found, registrations),
    revision: row.revision,
  };
};

async function toExpectedPeople(
  db: Executor,
  branchId: string,
  rows: readonly PersonWithNames[],
): Promise<ExpectedPerson[]> {
  const registered = rows.filter(({ row }) => row.state === 'registered').map(({ row }) => row.id);
  const found = await registrationsOfPeople(db, branchId, registered);
  return rows.map((row) => toExpectedPerson(row, found.get(row.row.id) ?? []));
}

export const personCondition = (branchId: string, id: string): SQL | undefined =>
  and(eq(expectedPeople.branchId, branchId), eq(expectedPeople.id, id));

export const personNotFoundError = () => notFoundError('La persona citada no existe en esta sede.');

/**
 * Returns the expected person of the branch with this id.
 * @throws not_found
 */
export async function requireExpectedPerson(
  db: Executor,
  branchId: string,
  id: string,
): Promise<ExpectedPerson> {
  const rows = await selectPeople(db).where(personCondition(branchId, id));
  const [person] = await toExpectedPeople(db, branchId, rows);
  if (!person) throw personNotFoundError();
  return person;
}

/**
 * Returns at most `limit` people of these lists in the order of their ids.
 * @param condition further condition
 */
export async function readPeopleOfLists(
  db: Executor,
  { branchId, listIds }: { readonly branchId: string; readonly listIds: readonly string[] },
  condition: SQL | undefined,
  limit: number,
): Promise<ExpectedPerson[]> {
  if (listIds.length === 0) return [];
  const rows = await selectPeople(db)
    .where(
      and(eq(expectedPeople.branchId, branchId), inArray(expectedPeople.listId, [...listIds]), condition),
    )
    .orderBy(expectedPeople.id)
    .limit(limit);
  return toExpectedPeople(db, branchId, rows);
}

function stateCondition(db: Executor, state: ExpectedPeopleState | undefined): SQL | undefined {
  if (state === undefined) return undefined;
  return state === 'unsettled' ? hasUnsettledEvaluation(db) : eq(expectedPeople.state, state);
}

/** Returns a page of the list's people by hour, people without an hour last, and then in the order of the import. */
export async function listExpectedPeople(
  db: Executor,
  branchId: string,
  list: ExpectedList,
  { q, state, person_id: personId, page, page_size }: ExpectedPeopleQuery,
): Promise<ExpectedListPeople> {
  const where = and(
    peopleOfList(branchId, list.id),
    stateCondition(db, state),
    personId === undefined ? undefined : eq(expectedPeople.id, personId),
    patternsCondition(sql`${expectedPeople.searchText}`, patientSearchPatterns(q)),
  );
  const [rows, [total]] = await Promise.all([
    selectPeople(db)
      .where(where)
      .orderBy(expectedPeople.hour, expectedPeople.position, expectedPeople.id)
      .limit(page_size)
      .offset((page - 1) * page_size),
    db.select({ value: count() }).from(expectedPeople).where(where),
  ]);
  const items = await toExpectedPeople(db, branchId, rows);
  return { list, items, total_count: total?.value ?? 0, page, page_size };
}
