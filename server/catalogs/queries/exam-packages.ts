import { type SQL, and, asc, desc, eq, sql } from 'drizzle-orm';
import {
  EXAM_PACKAGES_MAX,
  type ExamPackage,
  type ExamPackageBody,
} from '#contract/records/exam-packages.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { evaluationTypes, examPackages } from '../../schema/catalogs.ts';

/** Active exams of a package. An inactive exam stays in the package and appears again when it is reactivated. */
const activeExamsSql = sql<ExamPackage['exams']>`(
  select coalesce(json_agg(json_build_object('id', e.id, 'name', e.name, 'code', e.code)
    order by array_position(exam_packages.exam_ids, e.id)), '[]')
  from exams e where e.id = any(exam_packages.exam_ids) and e.is_active)`;

/** Active additional fields of a package, in the order of the form. */
const activeFieldsSql = sql<ExamPackage['additional_fields']>`(
  select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name) order by f.position, f.name, f.id), '[]')
  from additional_fields f where f.id = any(exam_packages.additional_field_ids) and f.is_active)`;

const companySql = sql<ExamPackage['company']>`(
  select json_build_object('id', c.id, 'name', c.name, 'code', c.code)
  from companies c where c.id = exam_packages.company_id)`;

/** Condition that a package was not removed. The row of a removed package stays and has no exams. */
export const presentPackageCondition = sql`(cardinality(${examPackages.exam_ids}) > 0)`;

const selectExamPackages = (db: Executor, filter?: SQL): Promise<ExamPackage[]> =>
  db
    .select({
      evaluation_type: { id: evaluationTypes.id, name: evaluationTypes.name, code: evaluationTypes.code },
      company: companySql,
      job: examPackages.job,
      exams: activeExamsSql,
      emphases: examPackages.emphases,
      additional_fields: activeFieldsSql,
      revision: examPackages.revision,
    })
    .from(examPackages)
    .innerJoin(evaluationTypes, eq(evaluationTypes.id, examPackages.evaluation_type_id))
    .where(filter)
    .orderBy(
      desc(presentPackageCondition),
      asc(evaluationTypes.name),
      asc(evaluationTypes.id),
      sql`(select name from companies where id = ${examPackages.company_id}) nulls first`,
      sql`fold_text(coalesce(${examPackages.job}, ''))`,
    )
    .limit(EXAM_PACKAGES_MAX);

/**
 * Returns all exam packages of the clinic. Removed packages come last, with an empty list of exams, as far as the limit allows.
 */
export const listExamPackages = (db: Executor): Promise<ExamPackage[]> => selectExamPackages(db);

/** Package that a user names by its evaluation type, company and job. */
export type PackageKey = Pick<ExamPackageBody, 'evaluation_type_id' | 'company_id' | 'job'>;

/** Returns the condition for one exam package. Jobs that differ only in capitals or accents count as the same job. */
export const packageCondition = ({ evaluation_type_id, company_id, job }: PackageKey): SQL | undefined =>
  and(
    eq(examPackages.evaluation_type_id, evaluation_type_id),
    sql`${examPackages.company_id} is not distinct from ${company_id}::uuid`,
    sql`fold_text(coalesce(${examPackages.job}, '')) = fold_text(${job ?? ''})`,
  );

export async function findExamPackage(db: Executor, key: PackageKey): Promise<ExamPackage | null> {
  const [found] = await selectExamPackages(db, packageCondition(key));
  return found ?? null;
}
