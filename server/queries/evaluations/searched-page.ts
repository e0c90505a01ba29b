import { type SQL, and, sql } from 'drizzle-orm';
import { matchesPatterns } from '../base/search.ts';
import { ALL_COMPANIES_ID } from '../base/materialized.ts';
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
const inOrder = (question: ListCriteria): SQL =>
  sql`order by ${orderSql(question)} limit ${numberLiteralSql(question.size)} offset ${numberLiteralSql(question.offset)}`;

/**
 * Builds a `with …` clause. `person` has the matching patients, at most `few` + 1. `found` has their evaluations; it is empty
 * if more than `few` patients match. The limit is a separate step, because the planner would otherwise choose a sequential
 * scan.
 */
export const matchesOfFewPatients = (question: ListCriteria, few: number): SQL => sql`
  with named as materialized (
    select id from patients where ${matches(sql`search_text`, question)}
  ), person as materialized (select id from named limit ${numberLiteralSql(few + 1)}
  ), found as materialized (
    select theirs.id, theirs.started_at
    from person, lateral (
      select id, started_at from evaluations
      where evaluations.patient_id = person.id and ${conditions(ROWS, question)} offset 0
    ) as theirs
    where (select count(*) from person) <= ${numberLiteralSql(few)}
  )`;
export const pageOfFewPatients = (question: ListCriteria): SQL =>
  sql`select id from found ${inOrder(question)}`;

const ofMany = (question: ListCriteria): SQL | undefined =>
  and(
    conditions(ROWS, question),
    sql`evaluations.patient_id in (select id from patients where ${matches(sql`search_text`, question)})`,
  );

export const countOfManyPatients = (question: ListCriteria): SQL =>
  sql`(select count(*)::integer from evaluations where ${ofMany(question)})`;

/**
 * Returns the change in the number of matches by the changes that are not yet in the stored counts. The result may be negative.
 */
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

/** Returns the number of the branch's evaluations with any status, which a complete scan would read. */
const rowsOf = ({ branchId }: ListCriteria): SQL => sql`(
  select coalesce(sum(evaluations), 0) from evaluation_counts where branch_id = ${branchId}::uuid and month = '-infinity'
    and employer_company_id = ${ALL_COMPANIES_ID}::uuid and contractor_company_id = ${ALL_COMPANIES_ID}::uuid)`;

/**
 * Cost of fetching one match directly, relative to scanning one row. The next constant is the smallest number of matches that
 * the comparison assumes.
 */
const GATHERING_COSTS = 3;
const GATHERED_MIN = 2_000;

/**
 * Scans the branch in list order and filters by name. If the scan would be long, fetches and sorts all matches. Reads no rows
 * if the page begins after `total`.
 */
export function pageOfManyPatients(question: ListCriteria, total: SQL): SQL {
  const { size, offset } = question;
  const isThere = sql`${numberLiteralSql(offset)} < ${total}`;
  const isShortWalk = sql`${numberLiteralSql(offset + size)}::bigint * ${rowsOf(question)}
    <= ${numberLiteralSql(GATHERING_COSTS)}::bigint * ${total} * greatest(${total}, ${numberLiteralSql(GATHERED_MIN)})`;
  return sql`
    (select id from evaluations
      where ${isThere} and ${isShortWalk} and ${conditions(ROWS, question)}
        and (select ${matches(sql`search_text`, question)} from patients where patients.id = evaluations.patient_id)
      ${inOrder(question)})
    union all
    (select id from evaluations where ${isThere} and not ${isShortWalk} and ${ofMany(question)} ${inOrder(question)})`;
}
