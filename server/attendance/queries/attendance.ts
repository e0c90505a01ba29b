import { type SQL, and, count, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type {
  Attendance,
  AttendanceCounts,
  AttendanceList,
  AttendanceOutcome,
  AttendancePerson,
  AttendanceQuery,
} from '#contract/records/evaluation/attendance.ts';
import { EXPECTED_STATES, type ExpectedState } from '#contract/records/evaluation/expected-lists.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { mapInSlices } from '../../platform/database/queries/slices.ts';
import { evaluations } from '../../schema/evaluation/evaluations.ts';
import { expectedLists, expectedPeople, expectedRegistrations } from '../../schema/expected-lists.ts';
import {
  countedRegistrationCondition,
  findExpectedLists,
  listFilterCondition,
  listOfPersonCondition,
  storedPersonName,
} from '../../expected-lists/index.ts';

export type AttendanceFilters = Omit<AttendanceQuery, 'page' | 'page_size'>;

/** Outcome of a person by state; null for people that the attendance leaves out. */
const OUTCOME_BY_STATE: Readonly<Record<ExpectedState, AttendanceOutcome | null>> = {
  expected: 'expected',
  arrived: 'arrived',
  registered: 'came',
  no_show: 'no_show',
  cancelled: null,
};

const { state } = expectedPeople;
const isResultPending = sql<boolean>`(${state} = 'registered' and ${evaluations.status} <> 'cerrada')`;
const outcomeCondition = (outcome: AttendanceOutcome): SQL =>
  inArray(
    state,
    EXPECTED_STATES.filter((one) => OUTCOME_BY_STATE[one] === outcome),
  );

const COUNT_COLUMNS = {
  came: countWhere(outcomeCondition('came')),
  arrived: countWhere(outcomeCondition('arrived')),
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
  { list_id, ...filters }: Omit<AttendanceFilters, 'outcome'>,
): SQL | undefined =>
  and(
    eq(expectedPeople.branchId, branchId),
    ne(state, 'cancelled'),
    list_id === undefined ? undefined : eq(expectedLists.id, list_id.toLowerCase()),
    listFilterCondition(filters),
  );

const chosenOutcomeCondition = ({ outcome }: AttendanceFilters): SQL | undefined => {
  if (outcome === undefined) return undefined;
  return outcome === 'results_pending' ? isResultPending : outcomeCondition(outcome);
};

const evaluationJoin = eq(evaluations.id, expectedRegistrations.evaluationId);

/** The other columns of 10,000 people would take most of the time of a reading. */
const PERSON_COLUMNS = {
  id: expectedPeople.id,
  list_id: expectedPeople.listId,
  identification_type: expectedPeople.identification_type,
  identification_number: expectedPeople.identification_number,
  hour: expectedPeople.hour,
  person: expectedPeople.person,
  state,
  stateAt: expectedPeople.stateAt,
};

const selectPeople = (db: Executor) =>
  db
    .select({
      ...PERSON_COLUMNS,
      evaluation_id: evaluations.id,
      is_result_pending: sql<boolean>`coalesce(${isResultPending}, false)`,
    })
    .from(expectedPeople)
    .innerJoin(expectedLists, listOfPersonCondition)
    .leftJoin(expectedRegistrations, countedRegistrationCondition)
    .leftJoin(evaluations, evaluationJoin);
type PersonRow = Awaited<ReturnType<typeof selectPeople>>[number];

function toAttendancePerson({ person, state: stored, stateAt, ...row }: PersonRow): AttendancePerson {
  const outcome = OUTCOME_BY_STATE[stored];
  if (!outcome) throw new Error('The attendance contains a cancelled person');
  return { ...row, full_name: storedPersonName(person), outcome, at: stateAt?.toISOString() ?? null };
}

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
  return mapInSlices(rows, toAttendancePerson);
}

/** Returns the number of people, at most `limit`. */
export async function countAttendancePeople(
  db: Executor,
  branchId: string,
  filters: AttendanceFilters,
  limit: number,
): Promise<number> {
  const found = selectPeople(db)
    .where(and(filterCondition(branchId, filters), chosenOutcomeCondition(filters)))
    .limit(limit)
    .as('found');
  const [row] = await db.select({ people: count() }).from(found);
  return row?.people ?? 0;
}

const NO_ATTENDANCE: AttendanceCounts = { came: 0, arrived: 0, no_show: 0, expected: 0, results_pending: 0 };

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
      .innerJoin(expectedLists, listOfPersonCondition)
      .leftJoin(expectedRegistrations, countedRegistrationCondition)
      .leftJoin(evaluations, evaluationJoin)
      .where(filterCondition(branchId, query)),
  ]);
  const { people, ...attendance } = counted ?? { ...NO_ATTENDANCE, people: 0 };
  const lists = await readAttendanceLists(db, branchId, items);
  return { items, total_count: people, page, page_size, lists, attendance };
}
