import { type SQL, and, count, eq, inArray, sql } from 'drizzle-orm';
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
import { expectedPeople, expectedRegistrations } from '../../schema/expected-lists.ts';

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

/** Returns the ids of the evaluations that registered each person, by id of the person: the first one, then its repetitions. */
async function evaluationsOfPeople(
  db: Executor,
  branchId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const { personId, evaluationId, isRepeated, registeredAt } = expectedRegistrations;
  const rows = await db
    .select({
      personId,
      evaluations: sql<
        string[]
      >`array_agg(${evaluationId} order by ${isRepeated}, ${registeredAt}, ${evaluationId})`,
    })
    .from(expectedRegistrations)
    .where(and(eq(expectedRegistrations.branchId, branchId), inArray(personId, [...ids])))
    .groupBy(personId);
  return new Map(rows.map((row) => [row.personId, row.evaluations]));
}

function statusOf({ row, by }: PersonWithNames, evaluations: readonly string[]): ExpectedStatus {
  const decision = { at: row.stateAt?.toISOString() ?? '', by: by ?? '' };
  switch (row.state) {
    case 'expected':
      return { state: row.state };
    case 'arrived':
    case 'no_show':
    case 'cancelled':
      return { state: row.state, ...decision };
    case 'registered': {
      const [first, ...repeated] = evaluations;
      if (first === undefined) throw new Error('A registered person has no evaluation');
      return { state: row.state, at: decision.at, evaluation_id: first, repeated };
    }
  }
}

const toExpectedPerson = (found: PersonWithNames, evaluations: readonly string[]): ExpectedPerson => {
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
    status: statusOf(found, evaluations),
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
  const evaluations = await evaluationsOfPeople(db, branchId, registered);
  return rows.map((found) => toExpectedPerson(found, evaluations.get(found.row.id) ?? []));
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
