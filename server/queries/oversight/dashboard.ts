import { type SQL, and, eq, gte, lt, sql } from 'drizzle-orm';
import {
  DASHBOARD_PERIODS,
  type DashboardPeriod,
  type DashboardPeriodName,
  type DashboardQuery,
} from '#contract/dashboard.ts';
import { EVALUATION_STATUSES } from '#contract/vocabulary.ts';
import { type Period, periodsAt } from '#domain/time/periods.ts';
import type { Executor } from '../../database/connection/client.ts';
import { evaluations } from '../../database/tables/evaluations.ts';

type Periods = Record<DashboardPeriodName, Period>;
/** What is counted: of one branch, or of all of them with null. */
export interface DashboardScope extends DashboardQuery {
  readonly branchId: string | null;
}

const instant = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;
const earliest = (periods: Periods, of: (period: Period) => number): number =>
  Math.min(...Object.values(periods).map(of));

/** From the beginning of the earliest period before: one walk through the index by capture. */
function countedRows(scope: DashboardScope, periods: Periods): SQL | undefined {
  const { branchId, employer_company_id: employer, contractor_company_id: contractor } = scope;
  return and(
    branchId === null ? undefined : eq(evaluations.branchId, branchId),
    employer === undefined ? undefined : eq(evaluations.employerCompanyId, employer),
    contractor === undefined ? undefined : eq(evaluations.contractorCompanyId, contractor),
    gte(evaluations.capturedAt, new Date(earliest(periods, ({ previousStart }) => previousStart))),
    lt(evaluations.capturedAt, new Date(Math.max(...Object.values(periods).map(({ end }) => end)))),
  );
}

type Named = readonly [DashboardPeriodName, Period];
/** A column for each period, under its name. */
const columns = (periods: Periods, of: (named: Named) => SQL): SQL =>
  sql.join(
    DASHBOARD_PERIODS.map((name) => sql`${of([name, periods[name]])} as ${sql.identifier(name)}`),
    sql`, `,
  );

const during = (from: number, until: number): SQL =>
  sql`captured_at >= ${instant(from)} and captured_at < ${instant(until)}`;

const figuresOf = ([, { previousStart, start, end }]: Named): SQL => sql`jsonb_build_object(
  'total', count(*) filter (where ${during(start, end)}),
  'previous_total', count(*) filter (where ${during(previousStart, start)}),
  'statuses', jsonb_build_object(${sql.join(
    EVALUATION_STATUSES.map(
      (status) => sql`${status}::text, count(*) filter (where ${during(start, end)} and status = ${status})`,
    ),
    sql`, `,
  )}),
  'average_completion_minutes', round(avg(extract(epoch from closed_at - captured_at) / 60)
    filter (where ${during(start, end)} and status = 'cerrada')))`;

/** Somebody is new in the period of their first evaluation of all, in whatever branch and for whomever. */
const peopleOf = ([name, { start }]: Named): SQL => sql`jsonb_build_object(
  'new_patients', count(*) filter (where ${sql.identifier(name)} and first_at >= ${instant(start)}),
  'returning_patients', count(*) filter (where ${sql.identifier(name)} and first_at < ${instant(start)}))`;

const statement = (scope: DashboardScope, periods: Periods): SQL => sql`
  with counted as materialized (
    select captured_at, closed_at, status, patient_id from evaluations where ${countedRows(scope, periods)}
  ),
  visitor as (
    select patient_id, ${columns(periods, ([, { start, end }]) => sql`bool_or(${during(start, end)})`)}
    from counted where captured_at >= ${instant(earliest(periods, ({ start }) => start))}
    group by patient_id
  ),
  person as materialized (
    select visitor.*, (
      select min(any_of.captured_at) from evaluations any_of where any_of.patient_id = visitor.patient_id
    ) as first_at
    from visitor
  ),
  figures as (select ${columns(periods, figuresOf)} from counted),
  people as (select ${columns(periods, peopleOf)} from person)
  select ${columns(periods, ([name]) => sql`figures.${sql.identifier(name)} || people.${sql.identifier(name)}`)}
  from figures, people`;

/** The figures of the periods that hold `now`; one statement. */
export async function dashboardPeriods(
  db: Executor,
  scope: DashboardScope,
  now: Date,
): Promise<Record<DashboardPeriodName, DashboardPeriod>> {
  const { rows } = await db.execute<Record<DashboardPeriodName, DashboardPeriod>>(
    statement(scope, periodsAt(now.getTime())),
  );
  const [row] = rows;
  if (!row) throw new Error('An aggregate without a row');
  return row;
}
