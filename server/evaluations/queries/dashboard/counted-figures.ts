import { type SQL, and, eq, gte, lt, sql } from 'drizzle-orm';
import type { DashboardPeriodName, DashboardQuery } from '#contract/records/dashboard.ts';
import { EVALUATION_STATUSES } from '#contract/vocabulary.ts';
import type { PeriodBounds } from '#domain/time/periods.ts';
import { evaluations } from '../../../schema/evaluation/evaluations.ts';

export type NamedPeriods = readonly (readonly [DashboardPeriodName, PeriodBounds])[];
/** Filter of the dashboard figures; `branchId` is null for all branches. */
export interface DashboardScope extends DashboardQuery {
  readonly branchId: string | null;
}

export const instantSql = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;
const earliestTimeMs = (periods: NamedPeriods, of: (period: PeriodBounds) => number): number =>
  Math.min(...periods.map(([, period]) => of(period)));

/**
 * Returns the condition for the rows that the figures need: all rows since the earliest of the previous periods. One scan of
 * the index by capture time reads these rows.
 */
function rowsSinceEarliestCondition(scope: DashboardScope, periods: NamedPeriods): SQL | undefined {
  const { branchId, employer_company_id: employer, contractor_company_id: contractor } = scope;
  return and(
    branchId === null ? undefined : eq(evaluations.branchId, branchId),
    employer === undefined ? undefined : eq(evaluations.employer_company_id, employer),
    contractor === undefined ? undefined : eq(evaluations.contractor_company_id, contractor),
    gte(evaluations.capturedAt, new Date(earliestTimeMs(periods, ({ previousStart }) => previousStart))),
    lt(evaluations.capturedAt, new Date(Math.max(...periods.map(([, { end }]) => end)))),
  );
}

type NamedPeriod = NamedPeriods[number];
const periodColumnsSql = (periods: NamedPeriods, of: (named: NamedPeriod) => SQL): SQL =>
  sql.join(
    periods.map((named) => sql`${of(named)} as ${sql.identifier(named[0])}`),
    sql`, `,
  );

const capturedBetweenCondition = (from: number, until: number): SQL =>
  sql`captured_at >= ${instantSql(from)} and captured_at < ${instantSql(until)}`;

const periodFiguresSql = ([, { previousStart, start, end }]: NamedPeriod): SQL => sql`jsonb_build_object(
  'total', count(*) filter (where ${capturedBetweenCondition(start, end)}),
  'previous_total', count(*) filter (where ${capturedBetweenCondition(previousStart, start)}),
  'statuses', jsonb_build_object(${sql.join(
    EVALUATION_STATUSES.map(
      (status) =>
        sql`${status}::text, count(*) filter (where ${capturedBetweenCondition(start, end)} and status = ${status})`,
    ),
    sql`, `,
  )}),
  'average_completion_minutes', round(
    sum(extract(epoch from closed_at - captured_at)) filter (where ${capturedBetweenCondition(start, end)} and status = 'cerrada') / 60
    / nullif(count(closed_at) filter (where ${capturedBetweenCondition(start, end)} and status = 'cerrada'), 0)))`;

/**
 * Counts new and returning patients. A patient is new in the period that contains the patient's first evaluation in any branch
 * and for any company.
 */
const patientCountsSql = ([name, { start }]: NamedPeriod): SQL => sql`jsonb_build_object(
  'new_patients', count(*) filter (where ${sql.identifier(name)} and first_at >= ${instantSql(start)}),
  'returning_patients', count(*) filter (where ${sql.identifier(name)} and first_at < ${instantSql(start)}))`;

/**
 * Builds a query for one row with a column per period. All figures are counted from the evaluations; no stored counts are used.
 */
export const countedFiguresSql = (scope: DashboardScope, periods: NamedPeriods): SQL => sql`
  with counted as materialized (
    select captured_at, closed_at, status, patient_id from evaluations where ${rowsSinceEarliestCondition(scope, periods)}
  ),
  visitor as (
    select patient_id, ${periodColumnsSql(periods, ([, { start, end }]) => sql`bool_or(${capturedBetweenCondition(start, end)})`)}
    from counted where captured_at >= ${instantSql(earliestTimeMs(periods, ({ start }) => start))}
    group by patient_id
  ),
  person as materialized (
    select visitor.*, (
      select min(any_of.captured_at) from evaluations any_of where any_of.patient_id = visitor.patient_id
    ) as first_at
    from visitor
  ),
  figures as (select ${periodColumnsSql(periods, periodFiguresSql)} from counted),
  people as (select ${periodColumnsSql(periods, patientCountsSql)} from person)
  select ${periodColumnsSql(periods, ([name]) => sql`figures.${sql.identifier(name)} || people.${sql.identifier(name)}`)}
  from figures, people`;
