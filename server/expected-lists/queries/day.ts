import { type SQL, and, gt, ne, sql } from 'drizzle-orm';
import {
  EXPECTED_DAY_PAGE_SIZE,
  type ExpectedDay,
  type ExpectedDayQuery,
} from '#contract/records/evaluation/expected-day.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { expectedPeople } from '../../schema/expected-lists.ts';
import { readListsOfDay } from './lists.ts';
import { readPeopleOfLists } from './people.ts';
import { type DayReading, isWholeDay, nextPagePosition } from './reading-position.ts';

/**
 * Condition that a person or one of the registrations changed since the transaction. Rows of a logical backup have ids of another
 * database. Ids that this database has not reached yet are omitted, because a restore leads to a reading of the whole day.
 */
function changedSince(branchId: string, since: bigint): SQL {
  const isChanged = sql`changed >= ${since.toString()}::xid8 and changed < pg_snapshot_xmax(pg_current_snapshot())`;
  return sql`${expectedPeople.id} in (
    select id from expected_people where branch_id = ${branchId}::uuid and ${isChanged}
    union select person_id from expected_registrations where branch_id = ${branchId}::uuid and ${isChanged})`;
}

function pageCondition(branchId: string, { since, lastId }: DayReading): SQL | undefined {
  const after = lastId === null ? undefined : gt(expectedPeople.id, lastId);
  return and(since === null ? ne(expectedPeople.state, 'cancelled') : changedSince(branchId, since), after);
}

/**
 * Returns a page of the people of the branch who are expected on a day: of the whole day, or of the changes since an earlier
 * reading.
 * @param reading found before this call, so that a change during the reading is read the next time
 */
export async function readExpectedDay(
  db: Executor,
  branchId: string,
  { day, reading }: Pick<ExpectedDayQuery, 'day'> & { readonly reading: DayReading },
): Promise<ExpectedDay> {
  const lists = await readListsOfDay(db, { branchId, day });
  const found = await readPeopleOfLists(
    db,
    { branchId, listIds: lists.map(({ id }) => id) },
    pageCondition(branchId, reading),
    EXPECTED_DAY_PAGE_SIZE + 1,
  );
  const people = found.slice(0, EXPECTED_DAY_PAGE_SIZE);
  const last = people.at(-1);
  return {
    day,
    complete: isWholeDay(reading),
    lists,
    people,
    next: found.length > people.length && last ? nextPagePosition(reading, last.id) : null,
    cursor: reading.cursor,
  };
}
