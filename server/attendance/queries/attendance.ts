import { type SQL, and, desc, eq, gte, inArray, lte, ne, sql } from 'drizzle-orm';
import type {
  Attendance,
  AttendanceCounts,
  AttendanceList,
  AttendanceOutcome,
  AttendancePerson,
  AttendanceQuery,
} from '#contract/records/evaluation/attendance.ts';
import type { ExpectedState } from '#contract/records/evaluation/expected-lists.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { evaluations } from '../../schema/evaluation/evaluations.ts';
import { expectedLists, expectedPeople, expectedRegistrations } from '../../schema/expected-lists.ts';
import {
  countedRegistrationCondition,
  findExpectedLists,
  storedPersonName,
} from '../../expected-lists/index.ts';

export type AttendanceFilters = Omit<AttendanceQuery, 'page' | 'page_size'>;

const STATES_BY_OUTCOME: Readonly<Record<AttendanceOutcome, readonly ExpectedState[]>> = {
  came: ['arrived', 'registered'],
  no_show: ['no_show'],
  expected: ['expected'],
};

const { state } = expectedPeople;
const isResultPending = sql<boolean>`(${state} = 'registered' and ${evaluations.status} <> 'cerrada')`;
const outcomeCondition = (outcome: AttendanceOutcome): SQL => inArray(state, [...STATES_BY_OUTCOME[outcome]]);

const COUNT_COLUMNS = {
  came: countWhere(outcomeCondition('came')),
  no_show: countWhere(outcomeCondition('no_show')),
  expected: countWhere(outcomeCondition('expected')),
  results_pending: countWhere(isResultPending),
};
function countWhere(condition: SQL): SQL<number> {
  return sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
}

/** Condition of people who have an outcome, whatever it is. */
const filterCondition = (
  branchId: string,
  { company_id, list_id, from, to }: Omit<AttendanceFilters, 'outcome'>,
): SQL | undefined =>
  and(
    eq(expectedPeople.branchId, branchId),
    ne(state, 'cancelled'),
    company_id === undefined ? undefined : eq(expectedLists.company_id, company_id),
    list_id === undefined ? undefined : eq(expectedLists.id, list_id.toLowerCase()),
    from === undefined ? undefined : gte(expectedLists.day, from),
    to === undefined ? undefined : lte(expectedLists.day, to),
  );

const chosenOutcomeCondition = ({ outcome }: AttendanceFilters): SQL | undefined => {
  if (outcome === undefined) return undefined;
  return outcome === 'results_pending' ? isResultPending : outcomeCondition(outcome);
};

const listJoin = and(
  eq(expectedLists.branchId, expectedPeople.branchId),
  eq(expectedLists.id, expectedPeople.listId),
);
const evaluationJoin = eq(evaluations.id, expectedRegistrations.evaluationId);

const selectPeople = (db: Executor) =>
  db
    .select({
      row: expectedPeople,
      evaluation_id: evaluations.id,
      isResultPending: sql<boolean>`coalesce(${isResultPending}, false)`,
    })
    .from(expectedPeople)
    .innerJoin(expectedLists, listJoin)
    .leftJoin(expectedRegistrations, countedRegistrationCondition)
    .leftJoin(evaluations, evaluationJoin);
type PersonRow = Awaited<ReturnType<typeof selectPeople>>[number];

function outcomeOf(personState: ExpectedState): AttendanceOutcome {
  switch (personState) {
    case 'arrived':
    case 'registered':
      return 'came';
    case 'no_show':
    case 'expected':
      return personState;
    case 'cancelled':
      throw new Error('The attendance contains a cancelled person');
  }
}

const toAttendancePerson = ({
  row,
  evaluation_id,
  isResultPending: isPending,
}: PersonRow): AttendancePerson => ({
  id: row.id,
  list_id: row.listId,
  identification_type: row.identification_type,
  identification_number: row.identification_number,
  hour: row.hour,
  full_name: storedPersonName(row.person),
  outcome: outcomeOf(row.state),
  at: row.stateAt?.toISOString() ?? null,
  evaluation_id,
  is_result_pending: isPending,
});

interface Slice {
  readonly limit: number;
  readonly offset?: number;
}

/** Returns people, the latest day first, then by list, hour and order of the import. */
export async function readAttendancePeople(
  db: Executor,
  branchId: string,
  filters: AttendanceFilters,
  { limit, offset = 0 }: Slice,
): Promise<AttendancePerson[]> {
  const rows = await selectPeople(db)
    .where(and(filterCondition(branchId, filters), chosenOutcomeCondition(filters)))
    .orderBy(
      desc(expectedLists.day),
      desc(expectedLists.createdAt),
      expectedLists.id,
      expectedPeople.hour,
      expectedPeople.position,
      expectedPeople.id,
    )
    .limit(limit)
    .offset(offset);
  return rows.map(toAttendancePerson);
}

const NO_ATTENDANCE: AttendanceCounts = { came: 0, no_show: 0, expected: 0, results_pending: 0 };

/** Returns the lists of the people with the counts of each whole list, in the order of the people. */
export async function readAttendanceLists(
  db: Executor,
  branchId: string,
  people: readonly AttendancePerson[],
): Promise<AttendanceList[]> {
  const ids = [...new Set(people.map(({ list_id }) => list_id))];
  if (ids.length === 0) return [];
  const { listId } = expectedPeople;
  const [lists, counted] = await Promise.all([
    findExpectedLists(db, branchId, ids),
    db
      .select({ listId, ...COUNT_COLUMNS })
      .from(expectedPeople)
      .leftJoin(expectedRegistrations, countedRegistrationCondition)
      .leftJoin(evaluations, evaluationJoin)
      .where(and(eq(expectedPeople.branchId, branchId), inArray(listId, ids)))
      .groupBy(listId),
  ]);
  const listOf = new Map(lists.map((list) => [list.id, list]));
  const countsOf = new Map(counted.map(({ listId: id, ...counts }) => [id, counts]));
  return ids.flatMap((id) => {
    const list = listOf.get(id);
    if (!list) return [];
    const { company, day, brigade, status } = list;
    return [{ id, company, day, brigade, status, attendance: countsOf.get(id) ?? NO_ATTENDANCE }];
  });
}

/** Returns a page of the attendance of the branch. */
export async function listAttendance(
  db: Executor,
  branchId: string,
  query: AttendanceQuery,
): Promise<Attendance> {
  const { page, page_size } = query;
  const [items, [counted]] = await Promise.all([
    readAttendancePeople(db, branchId, query, { limit: page_size, offset: (page - 1) * page_size }),
    db
      .select({ ...COUNT_COLUMNS, people: countWhere(chosenOutcomeCondition(query) ?? sql`true`) })
      .from(expectedPeople)
      .innerJoin(expectedLists, listJoin)
      .leftJoin(expectedRegistrations, countedRegistrationCondition)
      .leftJoin(evaluations, evaluationJoin)
      .where(filterCondition(branchId, query)),
  ]);
  const { people, ...attendance } = counted ?? { ...NO_ATTENDANCE, people: 0 };
  const lists = await readAttendanceLists(db, branchId, items);
  return { items, total_count: people, page, page_size, lists, attendance };
}
