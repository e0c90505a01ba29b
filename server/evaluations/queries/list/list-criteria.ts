import { type Placeholder, type SQL, and, sql } from 'drizzle-orm';
import type { EvaluationsQuery } from '#contract/records/evaluation/evaluations.ts';
import { EVALUATION_STATUSES, type EvaluationStatus } from '#contract/vocabulary.ts';
import { type LikePatterns, patientSearchPatterns } from '../../../platform/database/queries/search.ts';

export const OPEN_STATUSES: readonly EvaluationStatus[] = ['pendiente', 'en_proceso'];

type CriterionValue = string | Placeholder;

/** Criteria for one page of a branch's evaluations. `from` and `to` are days in Bogotá; both are included. */
export interface ListCriteria extends Pick<EvaluationsQuery, 'search'> {
  readonly branchId: CriterionValue;
  readonly employer_company_id?: CriterionValue | undefined;
  readonly contractor_company_id?: CriterionValue | undefined;
  readonly from?: CriterionValue | undefined;
  readonly to?: CriterionValue | undefined;
  /**
   * Ids of the additional fields whose values the search also finds, as an array literal of PostgreSQL; undefined without such
   * fields.
   */
  readonly searchedFields?: CriterionValue | undefined;
  /**
   * Ids of the evaluations that the search text names exactly, as an array literal of PostgreSQL; undefined if it names none.
   * The list contains those of the branch, whatever the other criteria.
   */
  readonly referenced?: CriterionValue | undefined;
  readonly patterns: LikePatterns<CriterionValue>;
  readonly statuses: readonly EvaluationStatus[];
  /** True lists the patients who have waited longest first; false lists the newest evaluations first. */
  readonly oldestFirst: boolean;
  readonly offset: number;
  readonly size: number;
}

const CRITERION_PLACEHOLDERS = [
  'branchId',
  'employer_company_id',
  'contractor_company_id',
  'from',
  'to',
  'searchedFields',
  'referenced',
] as const;

/** Query with placeholders, and its values. Queries that differ only in their values have the same `key`. */
export interface QueryShape {
  readonly key: string;
  readonly places: ListCriteria;
  readonly values: Readonly<Record<string, unknown>>;
}

export function queryShapeOf(question: ListCriteria): QueryShape {
  const { statuses, oldestFirst, offset, size, patterns } = question;
  const named = CRITERION_PLACEHOLDERS.filter((name) => question[name] !== undefined);
  const nameOf = (word: number, way: number) => `pattern ${word} ${way}`;
  const eachPattern = patterns.flatMap((ways, word) => ways.map((way, at) => [nameOf(word, at), way]));
  return {
    key: JSON.stringify([statuses, oldestFirst, offset, size, named, patterns.map((ways) => ways.length)]),
    places: {
      ...question,
      ...Object.fromEntries(named.map((name) => [name, sql.placeholder(name)])),
      patterns: patterns.map((ways, word) => ways.map((_, at) => sql.placeholder(nameOf(word, at)))),
    },
    values: { ...question, ...Object.fromEntries(eachPattern) },
  };
}

/** Converts the request to list criteria. Without a status in the request, open evaluations are listed. */
export function listCriteriaOf(
  branchId: string,
  { status, direction, page, page_size: size, ...requested }: EvaluationsQuery,
): ListCriteria {
  const named = status?.length ? status : OPEN_STATUSES;
  const statuses = EVALUATION_STATUSES.filter((known) => named.includes(known));
  const patterns = patientSearchPatterns(requested.search);
  const oldestFirst = direction === 'asc';
  return { ...requested, branchId, patterns, statuses, oldestFirst, offset: (page - 1) * size, size };
}

/**
 * Returns the statuses as a literal, because PostgreSQL estimates the number of rows wrongly with a parameter. The literal is
 * safe because it contains only values of the contract.
 */
export const statusesSql = ({ statuses }: ListCriteria): SQL => sql.raw(`'{${statuses.join(',')}}'::text[]`);
export const numberLiteralSql = (count: number): SQL => sql.raw(String(count));

/**
 * Returns the order of a page. Every index of the evaluations has this order, forwards or backwards.
 * @param of table name with a dot at its end
 */
export const evaluationOrderSql = ({ oldestFirst }: Pick<ListCriteria, 'oldestFirst'>, of = ''): SQL =>
  sql.raw(oldestFirst ? `${of}started_at asc, ${of}id desc` : `${of}started_at desc, ${of}id asc`);

/** Returns the instant at which a day in Bogotá begins. Colombia has been at UTC−5 since 1993. */
const dayStartSql = (day: SQL): SQL => sql`(${day})::timestamp at time zone interval '-05:00'`;

/** Returns the first day of the range and the day after its last day; undefined for an end of the range that is not limited. */
export const dayRangeOf = ({ from, to }: ListCriteria): { first: SQL | undefined; end: SQL | undefined } => ({
  first: from === undefined ? undefined : sql`${from}::date`,
  end: to === undefined ? undefined : sql`(${to}::date + 1)`,
});

export const dayRangeCondition = (
  startedAt: SQL,
  first: SQL | undefined,
  end: SQL | undefined,
): SQL | undefined =>
  and(first && sql`${startedAt} >= ${dayStartSql(first)}`, end && sql`${startedAt} < ${dayStartSql(end)}`);

/** Returns the conditions for branch and companies. `table` has evaluations or totals; both have these column names. */
export const branchAndCompanyCondition = (table: SQL, question: ListCriteria): SQL | undefined => {
  const { branchId, employer_company_id: employer, contractor_company_id: contractor } = question;
  return and(
    sql`${table}.branch_id = ${branchId}::uuid`,
    employer === undefined ? undefined : sql`${table}.employer_company_id = ${employer}::uuid`,
    contractor === undefined ? undefined : sql`${table}.contractor_company_id = ${contractor}::uuid`,
  );
};
