import { and, count, eq, ne } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection/client.ts';
import { expectedLists, expectedPeople } from '../../schema/expected-lists.ts';

export interface ExpectedDayKey {
  readonly branchId: string;
  readonly day: string;
}

/** Returns the number of people of the branch and day who are not cancelled. */
export async function countPeopleOfDay(db: Executor, { branchId, day }: ExpectedDayKey): Promise<number> {
  const [people] = await db
    .select({ rows: count() })
    .from(expectedLists)
    .innerJoin(
      expectedPeople,
      and(eq(expectedPeople.branchId, expectedLists.branchId), eq(expectedPeople.listId, expectedLists.id)),
    )
    .where(
      and(
        eq(expectedLists.branchId, branchId),
        eq(expectedLists.day, day),
        ne(expectedPeople.state, 'cancelled'),
      ),
    );
  return people?.rows ?? 0;
}
