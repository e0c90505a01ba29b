import { type SQL, and, count, desc, eq, exists, gte, inArray, lte, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ExpectedDayList } from '#contract/records/evaluation/expected-day.ts';
import {
  EXPECTED_STATES,
  type ExpectedList,
  type ExpectedLists,
  type ExpectedListsQuery,
  type ExpectedState,
} from '#contract/records/evaluation/expected-lists.ts';
import { notFoundError } from '../../platform/base/errors.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { users } from '../../schema/accounts/accounts.ts';
import { companies } from '../../schema/catalogs.ts';
import {
  expectedLists,
  expectedPeople,
  expectedRegistrations,
  repetitions,
} from '../../schema/expected-lists.ts';

const creators = alias(users, 'creator');
const cancellers = alias(users, 'canceller');
const closers = alias(users, 'closer');

const selectLists = (db: Executor) =>
  db
    .select({
      list: expectedLists,
      company: { id: companies.id, name: companies.name, code: companies.code },
      createdBy: creators.displayName,
      cancelledBy: cancellers.displayName,
      closedBy: closers.displayName,
    })
    .from(expectedLists)
    .innerJoin(companies, eq(companies.id, expectedLists.company_id))
    .innerJoin(creators, eq(creators.id, expectedLists.createdBy))
    .leftJoin(cancellers, eq(cancellers.id, expectedLists.cancelledBy))
    .leftJoin(closers, eq(closers.id, expectedLists.closedBy));
type ListRow = Awaited<ReturnType<typeof selectLists>>[number];

/** Condition that a registration belongs to a person. */
export const registrationCondition = and(
  eq(expectedRegistrations.branchId, expectedPeople.branchId),
  eq(expectedRegistrations.personId, expectedPeople.id),
);

/**
 * Condition that a registration is the person's evaluation and not a further one. Most registrations are the only one of their
 * person; `case` reads the view for the others alone.
 */
export const countedRegistrationCondition = and(
  registrationCondition,
  sql`case when ${expectedRegistrations.isRepeated} or ${expectedRegistrations.decision} = 'repeats'
    then not exists (select from ${repetitions}
      where ${repetitions.evaluationId} = ${expectedRegistrations.evaluationId})
    else true end`,
);

const createZeroCounts = (): Record<ExpectedState, number> =>
  Object.fromEntries(EXPECTED_STATES.map((state) => [state, 0])) as Record<ExpectedState, number>;

interface ListCounts {
  readonly counts: Record<ExpectedState, number>;
  repeated: number;
}

/** Condition that a person was registered repeatedly, which is cheaper than reading the view. */
const wasRegisteredRepeatedly = (db: Executor): SQL =>
  exists(
    db
      .select({ id: expectedRegistrations.evaluationId })
      .from(expectedRegistrations)
      .where(and(registrationCondition, eq(expectedRegistrations.isRepeated, true))),
  );

const unsettledCondition = and(
  eq(repetitions.branchId, expectedPeople.branchId),
  eq(repetitions.personId, expectedPeople.id),
  eq(repetitions.state, 'unsettled'),
);

/** Returns the condition that a person has a further evaluation without a decision. */
export const hasUnsettledEvaluation = (db: Executor): SQL | undefined =>
  and(
    wasRegisteredRepeatedly(db),
    exists(db.select({ id: repetitions.evaluationId }).from(repetitions).where(unsettledCondition)),
  );

/** Returns the number of further evaluations without a decision by list. Reads only people who were registered repeatedly. */
const countUnsettled = (db: Executor, ofLists: SQL | undefined) =>
  db
    .select({ id: expectedPeople.listId, evaluations: count() })
    .from(expectedPeople)
    .innerJoin(repetitions, unsettledCondition)
    .where(and(ofLists, wasRegisteredRepeatedly(db)))
    .groupBy(expectedPeople.listId);

/** Returns the number of people by state and of unsettled evaluations, by id of the list. */
async function countPeople(
  db: Executor,
  branchId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ListCounts>> {
  const ofLists = and(eq(expectedPeople.branchId, branchId), inArray(expectedPeople.listId, [...ids]));
  const [states, unsettled] = await Promise.all([
    db
      .select({ id: expectedPeople.listId, state: expectedPeople.state, people: count() })
      .from(expectedPeople)
      .where(ofLists)
      .groupBy(expectedPeople.listId, expectedPeople.state),
    countUnsettled(db, ofLists),
  ]);
  const found = new Map(ids.map((id) => [id, { counts: createZeroCounts(), repeated: 0 }]));
  for (const { id, state, people } of states) Object.assign(found.get(id)?.counts ?? {}, { [state]: people });
  for (const { id, evaluations } of unsettled) Object.assign(found.get(id) ?? {}, { repeated: evaluations });
  return found;
}

function statusOf({ list, cancelledBy, closedBy }: ListRow): ExpectedList['status'] {
  if (list.cancelledAt !== null)
    return { state: 'cancelled', at: list.cancelledAt.toISOString(), by: cancelledBy ?? '' };
  if (list.closedAt !== null) return { state: 'closed', at: list.closedAt.toISOString(), by: closedBy ?? '' };
  return { state: 'open' };
}

async function toExpectedLists(
  db: Executor,
  branchId: string,
  rows: readonly ListRow[],
): Promise<ExpectedList[]> {
  if (rows.length === 0) return [];
  const counted = await countPeople(
    db,
    branchId,
    rows.map(({ list }) => list.id),
  );
  return rows.map((row) => ({
    id: row.list.id,
    company: row.company,
    day: row.list.day,
    brigade: row.list.brigade,
    status: statusOf(row),
    created_at: row.list.createdAt.toISOString(),
    created_by: row.createdBy,
    counts: counted.get(row.list.id)?.counts ?? createZeroCounts(),
    repeated: counted.get(row.list.id)?.repeated ?? 0,
  }));
}

export interface ExpectedDayKey {
  readonly branchId: string;
  readonly day: string;
}

export const listsOfDay = ({ branchId, day }: ExpectedDayKey): SQL | undefined =>
  and(eq(expectedLists.branchId, branchId), eq(expectedLists.day, day));

/** Returns all lists of the branch and day, the oldest first, without the number of their people. */
export async function readListsOfDay(db: Executor, key: ExpectedDayKey): Promise<ExpectedDayList[]> {
  const rows = await selectLists(db)
    .where(listsOfDay(key))
    .orderBy(expectedLists.createdAt, expectedLists.id);
  return rows.map((row) => ({
    id: row.list.id,
    company: row.company,
    brigade: row.list.brigade,
    status: statusOf(row),
  }));
}

/** Condition that a person belongs to a list, for a query of both. */
export const listOfPersonCondition = and(
  eq(expectedLists.branchId, expectedPeople.branchId),
  eq(expectedLists.id, expectedPeople.listId),
);

/** Returns the number of people of the branch and day who are not cancelled. */
export async function countPeopleOfDay(db: Executor, key: ExpectedDayKey): Promise<number> {
  const [people] = await db
    .select({ rows: count() })
    .from(expectedLists)
    .innerJoin(expectedPeople, listOfPersonCondition)
    .where(and(listsOfDay(key), ne(expectedPeople.state, 'cancelled')));
  return people?.rows ?? 0;
}

export const listCondition = (branchId: string, id: string): SQL | undefined =>
  and(eq(expectedLists.branchId, branchId), eq(expectedLists.id, id));

export const peopleOfList = (branchId: string, listId: string): SQL | undefined =>
  and(eq(expectedPeople.branchId, branchId), eq(expectedPeople.listId, listId));

/** Returns the lists of the branch with these ids, in no order. */
export async function findExpectedLists(
  db: Executor,
  branchId: string,
  ids: readonly string[],
): Promise<ExpectedList[]> {
  const rows = await selectLists(db).where(
    and(eq(expectedLists.branchId, branchId), inArray(expectedLists.id, [...ids])),
  );
  return toExpectedLists(db, branchId, rows);
}

export const listNotFoundError = () => notFoundError('La citación no existe en esta sede.');

/**
 * Returns the list of the branch with this id.
 * @throws not_found
 */
export async function requireExpectedList(db: Executor, branchId: string, id: string): Promise<ExpectedList> {
  const [list] = await findExpectedLists(db, branchId, [id]);
  if (!list) throw listNotFoundError();
  return list;
}

/** Condition of the lists of a company, from one day to another; without a value there is no limit. */
export const listFilterCondition = ({
  company_id,
  from,
  to,
}: Pick<ExpectedListsQuery, 'company_id' | 'from' | 'to'>): SQL | undefined =>
  and(
    company_id === undefined ? undefined : eq(expectedLists.company_id, company_id),
    from === undefined ? undefined : gte(expectedLists.day, from),
    to === undefined ? undefined : lte(expectedLists.day, to),
  );

/** Returns a page of the branch's lists: the latest day first, and of one day the newest list first. */
export async function listExpectedLists(
  db: Executor,
  branchId: string,
  { page, page_size, ...filters }: ExpectedListsQuery,
): Promise<ExpectedLists> {
  const where = and(eq(expectedLists.branchId, branchId), listFilterCondition(filters));
  const [rows, [total]] = await Promise.all([
    selectLists(db)
      .where(where)
      .orderBy(desc(expectedLists.day), desc(expectedLists.createdAt), expectedLists.id)
      .limit(page_size)
      .offset((page - 1) * page_size),
    db.select({ value: count() }).from(expectedLists).where(where),
  ]);
  const items = await toExpectedLists(db, branchId, rows);
  return { items, total_count: total?.value ?? 0, page, page_size };
}
