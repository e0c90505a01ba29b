import { type SQL, and, sql } from 'drizzle-orm';
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

/**
 * Maximum offset for which the database skips single rows. For a larger offset, adding up the stored counts of whole months is
 * faster.
 */
const MAX_SKIPPED_ROWS = 500;
const ALL_MONTHS = sql`'-infinity'::date`;
const EVALUATIONS_TABLE = sql.raw('evaluations');
const EVALUATION_CHANGES_TABLE = sql.raw('evaluation_changes');

/**
 * Returns the first complete month of the query's range, and the month after the last complete one. If the first of these two
 * months is not before the second, the range contains no complete month.
 */
function completeMonthsOf(question: ListCriteria) {
  const { first, end } = dayRangeOf(question);
  return {
    firstMonth: first && sql`date_trunc('month', ${first} + interval '1 month' - interval '1 day')::date`,
    endMonth: end && sql`date_trunc('month', ${end})::date`,
  };
}

const isDeepPage = ({ offset }: ListCriteria): boolean => offset > MAX_SKIPPED_ROWS;
const needsMonthCounts = (question: ListCriteria): boolean =>
  isDeepPage(question) || question.from !== undefined || question.to !== undefined;

function storedMonthCountsSql(question: ListCriteria): SQL {
  const { firstMonth, endMonth } = completeMonthsOf(question);
  return sql`select month, evaluations from evaluation_counts where ${and(
    sql`branch_id = ${question.branchId}::uuid`,
    sql`employer_company_id = ${question.employer_company_id ?? ALL_COMPANIES_OR_BRANCHES_ID}::uuid`,
    sql`contractor_company_id = ${question.contractor_company_id ?? ALL_COMPANIES_OR_BRANCHES_ID}::uuid`,
    sql`status = any(${statusesSql(question)})`,
    needsMonthCounts(question) ? sql`month > ${ALL_MONTHS}` : sql`month = ${ALL_MONTHS}`,
    firstMonth && sql`month >= ${firstMonth}`,
    endMonth && sql`month < ${endMonth}`,
  )}`;
}

/** Selects the changes in complete months that are not yet added to the stored counts. */
function changedMonthCountsSql(question: ListCriteria): SQL {
  const { firstMonth, endMonth } = completeMonthsOf(question);
  return sql`select bogota_start('month', started_at), evaluations from ${EVALUATION_CHANGES_TABLE} where ${and(
    branchAndCompanyCondition(EVALUATION_CHANGES_TABLE, question),
    sql`status = any(${statusesSql(question)})`,
    dayRangeCondition(sql`started_at`, firstMonth, endMonth),
  )}`;
}

/** Counts the evaluations in incomplete months; stored counts exist only for complete months. */
function incompleteMonthCountsSql(question: ListCriteria): SQL[] {
  const { first, end } = dayRangeOf(question);
  const { firstMonth, endMonth } = completeMonthsOf(question);
  const countByMonth = (from: SQL, to: SQL) =>
    sql`select bogota_start('month', started_at), count(*) from evaluations where ${and(
      branchAndCompanyCondition(EVALUATIONS_TABLE, question),
      sql`status = any(${statusesSql(question)})`,
      dayRangeCondition(sql`started_at`, from, to),
    )} group by 1`;
  const atTheStart =
    first && firstMonth && countByMonth(first, end ? sql`least(${firstMonth}, ${end})` : firstMonth);
  const atTheEnd =
    end && endMonth && countByMonth(firstMonth ? sql`greatest(${firstMonth}, ${endMonth})` : endMonth, end);
  return [atTheStart, atTheEnd].filter((part) => part !== undefined);
}

const ASCENDING = sql.raw('asc');
const DESCENDING = sql.raw('desc');

/**
 * Builds the parts of the query that find the month in which the page begins, so that the query skips only rows of that month.
 */
function anchorMonthSql({ offset, oldestFirst }: ListCriteria): SQL {
  const [walk, back] = oldestFirst ? [ASCENDING, DESCENDING] : [DESCENDING, ASCENDING];
  return sql`, running as (
    select month, sum(evaluations) over (order by month ${walk}) - evaluations as before
    from (select month, sum(evaluations) as evaluations from counted group by month) as by_month
  ), anchor as (
    select bogota_instant(month) as begins, bogota_instant((month + interval '1 month')::date) as ends,
      ${numberLiteralSql(offset)} - before::integer as walked
    from running where before <= ${numberLiteralSql(offset)} order by month ${back} limit 1
  )`;
}

const conditionFromAnchor = ({ oldestFirst }: ListCriteria): SQL =>
  oldestFirst ? sql`started_at >= (select begins from anchor)` : sql`started_at < (select ends from anchor)`;

/** Selects the ids of the page. Reads the first rows of each status in the order of an index, and then merges them. */
function pageIdsSql(question: ListCriteria): SQL {
  const { first, end } = dayRangeOf(question);
  const walked = isDeepPage(question) ? sql`(select walked from anchor)` : numberLiteralSql(question.offset);
  return sql`
    select nearest.id
    from unnest(${statusesSql(question)}) as asked (status), lateral (
      select id, started_at from evaluations
      where ${and(
        branchAndCompanyCondition(EVALUATIONS_TABLE, question),
        sql`evaluations.status = asked.status`,
        dayRangeCondition(sql`started_at`, first, end),
        isDeepPage(question) ? conditionFromAnchor(question) : undefined,
      )}
      order by ${evaluationOrderSql(question)}
      limit ${walked} + ${numberLiteralSql(question.size)}
    ) as nearest
    order by ${evaluationOrderSql(question, 'nearest.')}
    limit ${numberLiteralSql(question.size)} offset ${walked}`;
}

/**
 * Builds the parts of a statement for a page without a patient search. `with` precedes the select. One statement reads `total`
 * and `ids`, so that both are consistent.
 */
export function materializedPageSql(question: ListCriteria): {
  readonly with: SQL;
  readonly total: SQL;
  readonly ids: SQL;
} {
  const months = [
    storedMonthCountsSql(question),
    changedMonthCountsSql(question),
    ...incompleteMonthCountsSql(question),
  ];
  return {
    with: sql`with counted (month, evaluations) as (${sql.join(months, sql` union all `)})${isDeepPage(question) ? anchorMonthSql(question) : sql``}`,
    total: sql`(select coalesce(sum(evaluations), 0)::integer from counted)`,
    ids: pageIdsSql(question),
  };
}
