import { eq, sql } from 'drizzle-orm';
import type { Repetition } from '#contract/records/evaluation/evaluations.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { cachePreparedStatement } from '../../platform/database/connection/prepared.ts';
import { expectedPeople, expectedRegistrations, repetitions } from '../../schema/expected-lists.ts';
import { registrationCondition } from './lists.ts';

const announcedPackageStatement = cachePreparedStatement((db) =>
  db
    .select({ package_job: expectedPeople.package_job })
    .from(expectedRegistrations)
    .innerJoin(expectedPeople, registrationCondition)
    .where(eq(expectedRegistrations.evaluationId, sql.placeholder('evaluationId')))
    .prepare('evaluation_announced_package'),
);

/** Returns the job of the package that the company announced for the person of an evaluation; null without one. */
export async function findAnnouncedPackageJob(db: Executor, evaluationId: string): Promise<string | null> {
  const [found] = await announcedPackageStatement(db).execute({ evaluationId });
  return found?.package_job ?? null;
}

const repetitionStatement = cachePreparedStatement((db) =>
  db
    .select({ state: repetitions.state, evaluation_id: repetitions.countedId })
    .from(repetitions)
    .where(eq(repetitions.evaluationId, sql.placeholder('evaluationId')))
    .prepare('evaluation_repetition'),
);

/** Returns the relation of a further evaluation of an expected person to the person's one; undefined for any other evaluation. */
export async function findRepetition(db: Executor, evaluationId: string): Promise<Repetition | undefined> {
  const [found] = await repetitionStatement(db).execute({ evaluationId });
  return found;
}

/** Expression for the repetition of the evaluation with this id as JSON; null for an evaluation without one. */
export const repetitionJsonSql = (evaluationId: ReturnType<typeof sql>) => sql`(
  select json_build_object('state', state, 'evaluation_id', counted_id) from repetitions
  where repetitions.evaluation_id = ${evaluationId})`;
