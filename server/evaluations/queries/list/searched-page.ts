import { type SQL, and, sql } from 'drizzle-orm';
import { matchesPatterns } from '../../../platform/database/queries/search.ts';
import { ALL_COMPANIES_ID } from '../../../platform/database/queries/materialized.ts';
import {
  type ListCriteria,
  betweenDays,
  dayRangeOf,
  branchCondition,
  orderSql,
  statusesSql,
  numberLiteralSql,
} from './list-criteria.ts';

const ROWS = sql.raw('evaluations');
const CHANGES = sql.raw('changed');

const conditions = (table: SQL, question: ListCriteria): SQL | undefined => {
  const { first, end } = dayRangeOf(question);
  return and(
    branchCondition(table, question),
    sql`${table}.status = any(${statusesSql(question)})`,
    betweenDays(sql`${table}.started_at`, first, end),
  );
};

const matches = (text: SQL, { patterns }: ListCriteria): SQL | undefined => matchesPatterns(text, patterns);

const hasSearchedFields = ({ searchedFields }: ListCriteria): boolean => searchedFields !== undefined;

/**
 * Condition for an additional value that contains every word of the search. The words of one search may not be spread over a
 * patient's names and a value.
 */
const matchesValue = (question: ListCriteria): SQL | undefined =>
  and(
    sql`additional_values.field_id = any(${question.searchedFields}::uuid[])`,
    matches(sql`additional_values.search_text`, question),
  );

/** Query for the evaluations of any branch with a matching value. */
const valuedIds = (question: ListCriteria): SQL =>
  sql`select distinct evaluation_id as id from additional_values where ${matchesValue(question)}`;

const orderAndLimit = (question: ListCriteria): SQL =>
  sql`order by ${orderSql(question)} limit ${numberLiteralSql(question.size)} offset ${numberLiteralSql(question.offset)}`;

/**
 * Builds a `with …` clause. `person` has the matching patients, at most `few` + 1. `found` has their evaluations; it is empty
 * if more than `few` patients match. The limit is a separate step, because the planner would otherwise choose a sequential
 * scan. `valued` and the second part of `found` are the same for evaluations with matching additional fields. The last part of
 * `found` has the evaluations that the search text names exactly.
 */
export const matchesOfFewPatients = (question: ListCriteria, few: number): SQL => {
  const values = hasSearchedFields(question) ? fewValuedSql(question, few) : null;
  return sql`
  with named as materialized (
    select id from patients where ${matches(sql`search_text`, question)}
  ), person as materialized (select id from named limit ${numberLiteralSql(few + 1)}
  )${values?.parts ?? sql``}, found as materialized (
    select theirs.id, theirs.started_at
    from person, lateral (
      select id, started_at from evaluations
      where evaluations.patient_id = person.id and ${conditions(ROWS, question)} offset 0
    ) as theirs
    where (select count(*) from person) <= ${numberLiteralSql(few)}
    ${values?.found ?? sql``}
    ${referencedSql(question)}
  )`;
};

const referencedSql = ({ referenced, branchId }: ListCriteria): SQL =>
  referenced === undefined
    ? sql``
    : sql`union
      select id, started_at from evaluations
      where id = any(${referenced}::uuid[]) and branch_id = ${branchId}::uuid`;

function fewValuedSql(question: ListCriteria, few: number): { readonly parts: SQL; readonly found: SQL } {
  return {
    parts: sql`, with_value as materialized (${valuedIds(question)}
      ), valued as materialized (select id from with_value limit ${numberLiteralSql(few + 1)})`,
    found: sql`union
      select its.id, its.started_at
      from valued, lateral (
        select id, started_at from evaluations
        where evaluations.id = valued.id and ${conditions(ROWS, question)} offset 0
      ) as its
      where (select count(*) from valued) <= ${numberLiteralSql(few)}`,
  };
}

/** Returns the larger number of matching patients and of matching values; each is at most `few` + 1. */
export const matchesCounted = (question: ListCriteria): SQL =>
  hasSearchedFields(question)
    ? sql`greatest((select count(*)::integer from person), (select count(*)::integer from valued))`
    : sql`(select count(*)::integer from person)`;

export const pageOfFewPatients = (question: ListCriteria): SQL =>
  sql`select id from found ${orderAndLimit(question)}`;

const isOfPatient = (question: ListCriteria): SQL =>
  sql`(select ${matches(sql`search_text`, question)} from patients where patients.id = evaluations.patient_id)`;

/** Condition for an evaluation in a scan of the branch: its patient or one of its values matches. */
const isInPatientsOrValues = (question: ListCriteria): SQL =>
  hasSearchedFields(question)
    ? sql`(${isOfPatient(question)} or exists (select from additional_values
        where additional_values.evaluation_id = evaluations.id and ${matchesValue(question)}))`
    : isOfPatient(question);

const conditionOfValues = (question: ListCriteria): SQL | undefined =>
  and(conditions(ROWS, question), sql`evaluations.id in (${valuedIds(question)})`);

/** Returns the number of evaluations with a matching value whose patients do not match. It is counted at each request. */
export const countOfValuedOnly = (question: ListCriteria): SQL =>
  hasSearchedFields(question)
    ? sql`(select count(*)::integer from evaluations where ${conditionOfValues(question)} and not ${isOfPatient(question)})`
    : sql`0`;

const conditionOfMany = (question: ListCriteria): SQL | undefined =>
  and(
    conditions(ROWS, question),
    sql`evaluations.patient_id in (select id from patients where ${matches(sql`search_text`, question)})`,
  );

export const countOfManyPatients = (question: ListCriteria): SQL =>
  sql`(select count(*)::integer from evaluations where ${conditionOfMany(question)})`;

/** Returns the difference that the changes not yet in the stored counts make to the number of matches. It may be negative. */
export const matchesSinceTotalsUpdate = (question: ListCriteria): SQL => sql`(
  select coalesce(sum(changed.evaluations), 0)::integer from evaluation_changes changed
  join patients on patients.id = changed.patient_id
  where ${and(conditions(CHANGES, question), matches(sql`patients.search_text`, question))})`;

/**
 * Returns the number of patients who match, or no longer match, only because they were renamed. `matchesSinceTotalsUpdate` does not
 * count them.
 */
export const uncountedChangesSinceTotalsUpdate = (question: ListCriteria): SQL => sql`(
  select count(*)::integer from patient_renames
  where (${matches(sql`before`, question)}) is distinct from coalesce(${matches(sql`after`, question)}, false))`;

/** Returns the number of the branch's evaluations with any status. A complete scan would read this many rows. */
const rowsOf = ({ branchId }: ListCriteria): SQL => sql`(
  select coalesce(sum(evaluations), 0) from evaluation_counts where branch_id = ${branchId}::uuid and month = '-infinity'
    and employer_company_id = ${ALL_COMPANIES_ID}::uuid and contractor_company_id = ${ALL_COMPANIES_ID}::uuid)`;

/**
 * Cost of fetching one match directly, relative to scanning one row. GATHERED_MIN is the smallest number of matches that the
 * comparison of the two ways assumes.
 */
const GATHERING_COST_FACTOR = 3;
const GATHERED_ROWS_MIN = 2_000;

/**
 * Returns a table expression with all matches. It is a union, because the planner would scan the whole branch for a condition
 * with `or`.
 * @param isUsed condition that does not depend on a row
 */
function gatherMatches(question: ListCriteria, isUsed: SQL): SQL {
  const ofPatients = sql`select id, started_at from evaluations where ${isUsed} and ${conditionOfMany(question)}`;
  if (!hasSearchedFields(question)) return sql`(${ofPatients}) as gathered`;
  return sql`(${ofPatients} union
    select id, started_at from evaluations where ${isUsed} and ${conditionOfValues(question)}) as gathered`;
}

/**
 * Scans the branch in list order and filters by name. If the scan would be long, fetches and sorts all matches. Reads no rows
 * if the page begins after `total`.
 */
export function pageOfManyPatients(question: ListCriteria, total: SQL): SQL {
  const { size, offset } = question;
  const isThere = sql`${numberLiteralSql(offset)} < ${total}`;
  const isShortWalk = sql`${numberLiteralSql(offset + size)}::bigint * ${rowsOf(question)}
    <= ${numberLiteralSql(GATHERING_COST_FACTOR)}::bigint * ${total} * greatest(${total}, ${numberLiteralSql(GATHERED_ROWS_MIN)})`;
  return sql`
    (select id from evaluations
      where ${isThere} and ${isShortWalk} and ${conditions(ROWS, question)}
        and ${isInPatientsOrValues(question)}
      ${orderAndLimit(question)})
    union all
    (select id from ${gatherMatches(question, sql`${isThere} and not ${isShortWalk}`)} ${orderAndLimit(question)})`;
}
