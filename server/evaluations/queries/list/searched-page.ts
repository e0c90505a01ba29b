import { type SQL, and, sql } from 'drizzle-orm';
import { patternsCondition } from '../../../platform/database/queries/search.ts';
import { ALL_COMPANIES_OR_BRANCHES_ID } from '../../../platform/database/queries/materialized.ts';
import {
  type ListCriteria,
  dayRangeCondition,
  dayRangeOf,
  branchAndCompanyCondition,
  evaluationOrderSql,
  statusesSql,
  numberLiteralSql,
} from './list-criteria.ts';

const EVALUATIONS_TABLE = sql.raw('evaluations');
const CHANGED_ROWS_TABLE = sql.raw('changed');

const listFilterCondition = (table: SQL, question: ListCriteria): SQL | undefined => {
  const { first, end } = dayRangeOf(question);
  return and(
    branchAndCompanyCondition(table, question),
    sql`${table}.status = any(${statusesSql(question)})`,
    dayRangeCondition(sql`${table}.started_at`, first, end),
  );
};

const searchCondition = (text: SQL, { patterns }: ListCriteria): SQL | undefined =>
  patternsCondition(text, patterns);

const hasSearchedFields = ({ searchedFields }: ListCriteria): boolean => searchedFields !== undefined;

/**
 * Condition for an additional value that contains every word of the search. A search does not match if only some of its words
 * are in the value and the others are in the patient's names.
 */
const matchingValueCondition = (question: ListCriteria): SQL | undefined =>
  and(
    sql`additional_values.field_id = any(${question.searchedFields}::uuid[])`,
    searchCondition(sql`additional_values.search_text`, question),
  );

/** Query for the evaluations of any branch with a matching value. */
const idsWithMatchingValueSql = (question: ListCriteria): SQL =>
  sql`select distinct evaluation_id as id from additional_values where ${matchingValueCondition(question)}`;

const orderAndLimitSql = (question: ListCriteria): SQL =>
  sql`order by ${evaluationOrderSql(question)} limit ${numberLiteralSql(question.size)} offset ${numberLiteralSql(question.offset)}`;

/**
 * Builds a `with …` clause. `person` has the matching patients, at most `few` + 1. `found` has their evaluations; it is empty
 * if more than `few` patients match. The limit is a separate step, because the planner would otherwise choose a sequential
 * scan. `valued` and the second part of `found` have the same purpose for evaluations with matching additional fields. The last
 * part of `found` has the evaluations that the search text names exactly.
 */
export const fewPatientsMatchesSql = (question: ListCriteria, few: number): SQL => {
  const values = hasSearchedFields(question) ? fewValueMatchesSql(question, few) : null;
  return sql`
  with named as materialized (
    select id from patients where ${searchCondition(sql`search_text`, question)}
  ), person as materialized (select id from named limit ${numberLiteralSql(few + 1)}
  )${values?.parts ?? sql``}, found as materialized (
    select theirs.id, theirs.started_at
    from person, lateral (
      select id, started_at from evaluations
      where evaluations.patient_id = person.id and ${listFilterCondition(EVALUATIONS_TABLE, question)} offset 0
    ) as theirs
    where (select count(*) from person) <= ${numberLiteralSql(few)}
    ${values?.found ?? sql``}
    ${referencedEvaluationsSql(question)}
  )`;
};

const referencedEvaluationsSql = ({ referenced, branchId }: ListCriteria): SQL =>
  referenced === undefined
    ? sql``
    : sql`union
      select id, started_at from evaluations
      where id = any(${referenced}::uuid[]) and branch_id = ${branchId}::uuid`;

function fewValueMatchesSql(
  question: ListCriteria,
  few: number,
): { readonly parts: SQL; readonly found: SQL } {
  return {
    parts: sql`, with_value as materialized (${idsWithMatchingValueSql(question)}
      ), valued as materialized (select id from with_value limit ${numberLiteralSql(few + 1)})`,
    found: sql`union
      select its.id, its.started_at
      from valued, lateral (
        select id, started_at from evaluations
        where evaluations.id = valued.id and ${listFilterCondition(EVALUATIONS_TABLE, question)} offset 0
      ) as its
      where (select count(*) from valued) <= ${numberLiteralSql(few)}`,
  };
}

/** Returns the larger number of matching patients and of matching values; each is at most `few` + 1. */
export const cappedMatchCountSql = (question: ListCriteria): SQL =>
  hasSearchedFields(question)
    ? sql`greatest((select count(*)::integer from person), (select count(*)::integer from valued))`
    : sql`(select count(*)::integer from person)`;

export const fewPatientsPageSql = (question: ListCriteria): SQL =>
  sql`select id from found ${orderAndLimitSql(question)}`;

const matchingPatientCondition = (question: ListCriteria): SQL =>
  sql`(select ${searchCondition(sql`search_text`, question)} from patients where patients.id = evaluations.patient_id)`;

/** Condition for an evaluation in a scan of the branch: its patient or one of its values matches. */
const patientOrValueCondition = (question: ListCriteria): SQL =>
  hasSearchedFields(question)
    ? sql`(${matchingPatientCondition(question)} or exists (select from additional_values
        where additional_values.evaluation_id = evaluations.id and ${matchingValueCondition(question)}))`
    : matchingPatientCondition(question);

const evaluationsByValueCondition = (question: ListCriteria): SQL | undefined =>
  and(
    listFilterCondition(EVALUATIONS_TABLE, question),
    sql`evaluations.id in (${idsWithMatchingValueSql(question)})`,
  );

/** Returns the number of evaluations with a matching value whose patients do not match. It is counted at each request. */
export const valueOnlyMatchCountSql = (question: ListCriteria): SQL =>
  hasSearchedFields(question)
    ? sql`(select count(*)::integer from evaluations where ${evaluationsByValueCondition(question)} and not ${matchingPatientCondition(question)})`
    : sql`0`;

const evaluationsByPatientCondition = (question: ListCriteria): SQL | undefined =>
  and(
    listFilterCondition(EVALUATIONS_TABLE, question),
    sql`evaluations.patient_id in (select id from patients where ${searchCondition(sql`search_text`, question)})`,
  );

export const manyPatientsCountSql = (question: ListCriteria): SQL =>
  sql`(select count(*)::integer from evaluations where ${evaluationsByPatientCondition(question)})`;

/** Returns the difference that the changes not yet in the stored counts make to the number of matches. It may be negative. */
export const matchCountChangeSql = (question: ListCriteria): SQL => sql`(
  select coalesce(sum(changed.evaluations), 0)::integer from evaluation_changes changed
  join patients on patients.id = changed.patient_id
  where ${and(listFilterCondition(CHANGED_ROWS_TABLE, question), searchCondition(sql`patients.search_text`, question))})`;

/**
 * Returns the number of patients who match, or no longer match, only because they were renamed. `matchCountChangeSql` does not
 * count them.
 */
export const renamedPatientsCountSql = (question: ListCriteria): SQL => sql`(
  select count(*)::integer from patient_renames
  where (${searchCondition(sql`before`, question)}) is distinct from coalesce(${searchCondition(sql`after`, question)}, false))`;

/** Returns the number of the branch's evaluations with any status. A complete scan would read this many rows. */
const branchRowCountSql = ({ branchId }: ListCriteria): SQL => sql`(
  select coalesce(sum(evaluations), 0) from evaluation_counts where branch_id = ${branchId}::uuid and month = '-infinity'
    and employer_company_id = ${ALL_COMPANIES_OR_BRANCHES_ID}::uuid and contractor_company_id = ${ALL_COMPANIES_OR_BRANCHES_ID}::uuid)`;

/**
 * Cost of fetching one match directly, relative to the cost of scanning one row. The comparison of both costs assumes at least
 * GATHERED_ROWS_MIN matches.
 */
const GATHERING_COST_FACTOR = 3;
const GATHERED_ROWS_MIN = 2_000;

/**
 * Returns a table expression with all matches. It is a union, because the planner would scan the whole branch for a condition
 * with `or`.
 * @param isUsed condition, the same for all rows, without which the expression reads nothing
 */
function gatheredMatchesSql(question: ListCriteria, isUsed: SQL): SQL {
  const ofPatients = sql`select id, started_at from evaluations where ${isUsed} and ${evaluationsByPatientCondition(question)}`;
  if (!hasSearchedFields(question)) return sql`(${ofPatients}) as gathered`;
  return sql`(${ofPatients} union
    select id, started_at from evaluations where ${isUsed} and ${evaluationsByValueCondition(question)}) as gathered`;
}

/** Query for all matches of a search, in list order. */
export const allMatchesSql = (question: ListCriteria): SQL => sql`
  select id from (
    select id, started_at from ${gatheredMatchesSql(question, sql`true`)} ${referencedEvaluationsSql(question)}
  ) as named ${orderAndLimitSql(question)}`;

/**
 * Scans the branch in list order and filters by name. If the scan would be long, fetches and sorts all matches. Reads no rows
 * if the page begins after `total`.
 */
export function manyPatientsPageSql(question: ListCriteria, total: SQL): SQL {
  const { size, offset } = question;
  const isThere = sql`${numberLiteralSql(offset)} < ${total}`;
  const isShortWalk = sql`${numberLiteralSql(offset + size)}::bigint * ${branchRowCountSql(question)}
    <= ${numberLiteralSql(GATHERING_COST_FACTOR)}::bigint * ${total} * greatest(${total}, ${numberLiteralSql(GATHERED_ROWS_MIN)})`;
  return sql`
    (select id from evaluations
      where ${isThere} and ${isShortWalk} and ${listFilterCondition(EVALUATIONS_TABLE, question)}
        and ${patientOrValueCondition(question)}
      ${orderAndLimitSql(question)})
    union all
    (select id from ${gatheredMatchesSql(question, sql`${isThere} and not ${isShortWalk}`)} ${orderAndLimitSql(question)})`;
}
