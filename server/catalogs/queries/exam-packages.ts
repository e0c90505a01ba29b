import { type SQL, and, asc, eq, sql } from 'drizzle-orm';
import { EXAM_PACKAGES_MAX, type ExamPackage } from '#contract/records/exam-packages.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { evaluationTypes, examPackages } from '../../schema/catalogs.ts';

/** Active exams of a package. An inactive exam stays in the package and appears again when it is reactivated. */
const activeExamsSql = sql<ExamPackage['exams']>`(
  select coalesce(json_agg(json_build_object('id', e.id, 'name', e.name, 'code', e.code)
    order by array_position(exam_packages.exam_ids, e.id)), '[]')
  from exams e where e.id = any(exam_packages.exam_ids) and e.is_active)`;

const selectExamPackages = (db: Executor, filter?: SQL): Promise<ExamPackage[]> =>
  db
    .select({
      evaluation_type: { id: evaluationTypes.id, name: evaluationTypes.name, code: evaluationTypes.code },
      job: examPackages.job,
      exams: activeExamsSql,
      revision: examPackages.revision,
    })
    .from(examPackages)
    .innerJoin(evaluationTypes, eq(evaluationTypes.id, examPackages.evaluation_type_id))
    .where(filter)
    .orderBy(
      asc(evaluationTypes.name),
      asc(evaluationTypes.id),
      sql`fold_text(coalesce(${examPackages.job}, ''))`,
    )
    .limit(EXAM_PACKAGES_MAX);

/** Returns all exam packages of the clinic. A removed package is included with an empty list of exams. */
export const listExamPackages = (db: Executor): Promise<ExamPackage[]> => selectExamPackages(db);

/** Returns the condition for one exam package. Jobs that differ only in capitals or accents count as the same job. */
export const packageCondition = (evaluation_type_id: string, job: string | null): SQL | undefined =>
  and(
    eq(examPackages.evaluation_type_id, evaluation_type_id),
    sql`fold_text(coalesce(${examPackages.job}, '')) = fold_text(${job ?? ''})`,
  );

export async function findExamPackage(
  db: Executor,
  evaluation_type_id: string,
  job: string | null,
): Promise<ExamPackage | null> {
  const [found] = await selectExamPackages(db, packageCondition(evaluation_type_id, job));
  return found ?? null;
}
