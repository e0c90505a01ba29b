import { type SQL, and, eq, gte, lt, sql } from 'drizzle-orm';
import {
  DASHBOARD_PERIODS,
  type DashboardPeriod,
  type DashboardPeriodName,
  type DashboardQuery,
} from '#contract/dashboard.ts';
import { type Period, periodsAt } from '#domain/time/periods.ts';
import type { Executor } from '../database/client.ts';
import { evaluations } from '../database/schema.ts';

type Periods = Record<DashboardPeriodName, Period>;
/** What is counted: of one branch, or of all of them with null. */
export interface DashboardScope extends DashboardQuery {
  readonly branchId: string | null;
}

const instant = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;
const first = (periods: Periods, of: (period: Period) => number): Date =>
  new Date(Math.min(...Object.values(periods).map(of)));

/** From the beginning of the earliest period before: one walk through the index by capture. */
function countedRows(scope: DashboardScope, periods: Periods): SQL | undefined {
  const { branchId, employer_company_id: employer, contractor_company_id: contractor } = scope;
  return and(
    branchId === null ? undefined : eq(evaluations.branchId, branchId),
    employer === undefined ? undefined : eq(evaluations.employerCompanyId, employer),
    contractor === undefined ? undefined : eq(evaluations.contractorCompanyId, contractor),
    gte(
      evaluations.capturedAt,
      first(periods, ({ previousStart }) => previousStart),
    ),
    lt(evaluations.capturedAt, new Date(Math.max(...Object.values(periods).map(({ end }) => end)))),
  );
}

const periodRows = (periods: Periods): SQL =>
  sql.join(
    DASHBOARD_PERIODS.map((name) => {
      const { previousStart, start, end } = periods[name];
      return sql`(${name}::text, ${instant(previousStart)}, ${instant(start)}, ${instant(end)})`;
    }),
    sql`, `,
  );

interface PeriodRow extends Record<string, unknown> {
  readonly name: DashboardPeriodName;
  readonly total: number;
  readonly previous_total: number;
  readonly pendiente: number;
  readonly en_proceso: number;
  readonly cerrada: number;
  readonly new_patients: number;
  readonly returning_patients: number;
  readonly average_completion_minutes: number | null;
}

/** Somebody is new in the period of their first evaluation of all, in whatever branch and for whomever. */
const statement = (scope: DashboardScope, periods: Periods): SQL => sql`
  with period (name, previous_start, starts, ends) as (values ${periodRows(periods)}),
  counted as materialized (
    select captured_at, closed_at, status, patient_id from evaluations where ${countedRows(scope, periods)}
  ),
  person as materialized (
    select patient_id, (
      select min(earlier.captured_at) from evaluations earlier where earlier.patient_id = seen.patient_id
    ) as first_at
    from (
      select distinct patient_id from counted
      where captured_at >= ${instant(first(periods, ({ start }) => start).getTime())}
    ) seen
  ),
  during as (
    select name, starts, captured_at, closed_at, status, counted.patient_id, captured_at >= starts as is_now
    from period left join counted on captured_at >= previous_start and captured_at < ends
  )
  select name,
    (count(*) filter (where is_now))::integer as total,
    (count(*) filter (where not is_now))::integer as previous_total,
    (count(*) filter (where is_now and status = 'pendiente'))::integer as pendiente,
    (count(*) filter (where is_now and status = 'en_proceso'))::integer as en_proceso,
    (count(*) filter (where is_now and status = 'cerrada'))::integer as cerrada,
    (count(distinct patient_id) filter (where is_now and first_at >= starts))::integer as new_patients,
    (count(distinct patient_id) filter (where is_now and first_at < starts))::integer as returning_patients,
    round(avg(extract(epoch from closed_at - captured_at) / 60) filter (where is_now and status = 'cerrada'))::integer
      as average_completion_minutes
  from during left join person using (patient_id)
  group by name`;

const toPeriod = ({ name: _name, pendiente, en_proceso, cerrada, ...row }: PeriodRow): DashboardPeriod => ({
  ...row,
  statuses: { pendiente, en_proceso, cerrada },
});

/** The figures of the periods that hold `now`; one statement. */
export async function dashboardPeriods(
  db: Executor,
  scope: DashboardScope,
  now: Date,
): Promise<Record<DashboardPeriodName, DashboardPeriod>> {
  const { rows } = await db.execute<PeriodRow>(statement(scope, periodsAt(now.getTime())));
  return Object.fromEntries(rows.map((row) => [row.name, toPeriod(row)])) as Record<
    DashboardPeriodName,
    DashboardPeriod
  >;
}
