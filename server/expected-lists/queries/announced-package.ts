import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection/client.ts';
import { cachePreparedStatement } from '../../platform/database/connection/prepared.ts';
import { expectedPeople, expectedRegistrations } from '../../schema/expected-lists.ts';

const announcedPackageStatement = cachePreparedStatement((db) =>
  db
    .select({ package_job: expectedPeople.package_job })
    .from(expectedRegistrations)
    .innerJoin(
      expectedPeople,
      and(
        eq(expectedPeople.branchId, expectedRegistrations.branchId),
        eq(expectedPeople.id, expectedRegistrations.personId),
      ),
    )
    .where(eq(expectedRegistrations.evaluationId, sql.placeholder('evaluationId')))
    .prepare('evaluation_announced_package'),
);

/** Returns the job of the package that the company announced for the person of an evaluation; null without one. */
export async function findAnnouncedPackageJob(db: Executor, evaluationId: string): Promise<string | null> {
  const [found] = await announcedPackageStatement(db).execute({ evaluationId });
  return found?.package_job ?? null;
}
