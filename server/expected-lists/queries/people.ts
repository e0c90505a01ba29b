import { type SQL, and, count, eq, inArray, or, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { AdditionalValues } from '#contract/records/evaluation/additional-values.ts';
import { patientFieldSchemas } from '#contract/records/evaluation/patient-fields.ts';
import type {
  ExpectedList,
  ExpectedListPeople,
  ExpectedPeopleQuery,
  ExpectedPerson,
  ExpectedStatus,
} from '#contract/records/evaluation/expected-lists.ts';
import { toStoredPatientData } from '#domain/patient/patient-data.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { patientSearchPatterns, patternsCondition } from '../../platform/database/queries/search.ts';
import { users } from '../../schema/accounts/accounts.ts';
import { evaluationTypes } from '../../schema/catalogs.ts';
import { evaluations } from '../../schema/evaluation/evaluations.ts';
import { expectedPeople, expectedRegistrations } from '../../schema/expected-lists.ts';
import { patients } from '../../schema/patients.ts';
import { registrationCondition } from './lists.ts';

export type ExpectedPersonRow = typeof expectedPeople.$inferSelect;

/** Stored data of a person. A version of the program may store fields that another version lacks. */
const StoredPerson = z.object(patientFieldSchemas('stored'));
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

/** Ids of the evaluations that registered a person. */
interface PersonEvaluations {
  /** The first one, then its repetitions. */
  readonly all: readonly string[];
  /** Evaluations of these whose patient has another document than the person. */
  readonly otherDocument: readonly string[];
}
const NO_EVALUATIONS: PersonEvaluations = { all: [], otherDocument: [] };

/** Condition that the patient has, or had, the document of the expected person. */
const hasSameDocument = and(
  eq(patients.normalizedNumber, expectedPeople.normalizedNumber),
  or(
    eq(patients.identification_type, expectedPeople.identification_type),
    eq(patients.former_type, expectedPeople.identification_type),
  ),
);

/** Returns the evaluations that registered each person, by id of the person. */
async function evaluationsOfPeople(
  db: Executor,
  branchId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PersonEvaluations>> {
  if (ids.length === 0) return new Map();
  const { personId, evaluationId, isRepeated, registeredAt } = expectedRegistrations;
  const ordered = sql`${evaluationId} order by ${isRepeated}, ${registeredAt}, ${evaluationId}`;
  const rows = await db
    .select({
      personId,
      all: sql<string[]>`array_agg(${ordered})`,
      otherDocument: sql<string[]>`coalesce(
        array_agg(${ordered}) filter (where (${hasSameDocument}) is not true), '{}')`,
    })
    .from(expectedRegistrations)
    .innerJoin(expectedPeople, registrationCondition)
    .innerJoin(evaluations, eq(evaluations.id, evaluationId))
    .innerJoin(patients, eq(patients.id, evaluations.patientId))
    .where(and(eq(expectedRegistrations.branchId, branchId), inArray(personId, [...ids])))
    .groupBy(personId);
  return new Map(rows.map(({ personId: id, ...found }) => [id, found]));
}

function statusOf({ row, by }: PersonWithNames, { all, otherDocument }: PersonEvaluations): ExpectedStatus {
  const decision = { at: row.stateAt?.toISOString() ?? '', by: by ?? '' };
  switch (row.state) {
    case 'expected':
      return { state: row.state };
    case 'arrived':
    case 'no_show':
    case 'cancelled':
      return { state: row.state, ...decision };
    case 'registered': {
      const [first, ...repeated] = all;
      if (first === undefined) throw new Error('A registered person has no evaluation');
      return {
        state: row.state,
        at: decision.at,
        evaluation_id: first,
        repeated,
        settled: [],
        other_document: [...otherDocument],
      };
    }
  }
}

const toExpectedPerson = (found: PersonWithNames, registrations: PersonEvaluations): ExpectedPerson => {
  const { row, type } = found;
  return {
    id: row.id,
    list_id: row.listId,
    ...toStoredPatientData({ ...StoredPerson.parse(row.person), ...documentOf(row) }),
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

const documentOf = ({ identification_type, identification_number }: ExpectedPersonRow) => ({
  identification_type,
  identification_number,
});

async function toExpectedPeople(
  db: Executor,
  branchId: string,
  rows: readonly PersonWithNames[],
): Promise<ExpectedPerson[]> {
  const registered = rows.filter(({ row }) => row.state === 'registered').map(({ row }) => row.id);
  const found = await evaluationsOfPeople(db, branchId, registered);
  return rows.map((row) => toExpectedPerson(row, found.get(row.row.id) ?? NO_EVALUATIONS));
}

export const personCondition = (branchId: string, id: string): SQL | undefined =>
  and(eq(expectedPeople.branchId, branchId), eq(expectedPeople.id, id));

/** Returns the expected person of the branch with this id; null if the branch has none. */
export async function findExpectedPerson(
  db: Executor,
  branchId: string,
  id: string,
): Promise<ExpectedPerson | null> {
  const rows = await selectPeople(db).where(personCondition(branchId, id));
  const [person] = await toExpectedPeople(db, branchId, rows);
  return person ?? null;
}

/** Returns a page of the list's people by hour, people without an hour last, and then in the order of the import. */
export async function listExpectedPeople(
  db: Executor,
  branchId: string,
  list: ExpectedList,
  { q, state, page, page_size }: ExpectedPeopleQuery,
): Promise<ExpectedListPeople> {
  const where = and(
    eq(expectedPeople.branchId, branchId),
    eq(expectedPeople.listId, list.id),
    state === undefined ? undefined : eq(expectedPeople.state, state),
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
