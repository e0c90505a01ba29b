import { type SQL, and, sql } from 'drizzle-orm';
import type { DashboardPeriodName } from '#contract/records/dashboard.ts';
import { ALL_COMPANIES_OR_BRANCHES_ID } from '../../../platform/database/queries/materialized.ts';
import { type DashboardScope, type NamedPeriods, instantSql } from './counted-figures.ts';

const PERIOD_UNITS: Record<DashboardPeriodName, string> = {
  today: 'day',
  this_week: 'week',
  this_month: 'month',
  this_year: 'year',
};

const requestedPeriodsSql = (periods: NamedPeriods): SQL =>
  sql.join(
    periods.map(
      ([name, { previousStart, start, end }]) =>
        sql`(${name}, ${PERIOD_UNITS[name]}, ${instantSql(previousStart)}, ${instantSql(start)}, ${instantSql(end)})`,
    ),
    sql`, `,
  );

const scopeCondition = (
  table: SQL,
  { branchId, employer_company_id: employer, contractor_company_id: contractor }: DashboardScope,
) =>
  and(
    branchId === null ? undefined : sql`${table}.branch_id = ${branchId}::uuid`,
    employer === undefined ? undefined : sql`${table}.employer_company_id = ${employer}::uuid`,
    contractor === undefined ? undefined : sql`${table}.contractor_company_id = ${contractor}::uuid`,
  ) ?? sql`true`;

const storedFiguresCondition = (
  table: SQL,
  scope: DashboardScope,
): SQL => sql`${table}.branch_id = ${scope.branchId ?? ALL_COMPANIES_OR_BRANCHES_ID}::uuid
  and ${table}.employer_company_id = ${scope.employer_company_id ?? ALL_COMPANIES_OR_BRANCHES_ID}::uuid
  and ${table}.contractor_company_id = ${scope.contractor_company_id ?? ALL_COMPANIES_OR_BRANCHES_ID}::uuid and ${table}.unit = asked.unit`;

const CURRENT_FIGURES_ALIAS = sql.raw('kept');
const PREVIOUS_FIGURES_ALIAS = sql.raw('previous');
const CHANGES_ALIAS = sql.raw('changed');
const VISITS_ALIAS = sql.raw('visit');

/**
 * Builds one value: an object with the figures of each period, by the period's name. The figures are the stored figures plus
 * the changes made after these were stored.
 *
 * For patients whose evaluations changed, the query compares the current evaluations with those before the changes.
 * fold_evaluation_changes makes the same comparison when it adds changes to the stored figures; a test compares both results
 * with figures counted from the evaluations.
 */
export const materializedFiguresSql = (scope: DashboardScope, periods: NamedPeriods): SQL => sql`
  with asked (name, unit, previous_start, start, ends) as (values ${requestedPeriodsSql(periods)}),
  since as (
    select asked.name,
      coalesce(sum(evaluations) filter (where captured_at < start), 0) as previous_total,
      coalesce(sum(evaluations) filter (where captured_at >= start and status = 'pendiente'), 0) as pendiente,
      coalesce(sum(evaluations) filter (where captured_at >= start and status = 'en_proceso'), 0) as en_proceso,
      coalesce(sum(evaluations) filter (where captured_at >= start and status = 'cerrada'), 0) as cerrada,
      coalesce(sum(evaluations) filter (where captured_at >= start and status = 'cerrada' and closed_at is not null), 0) as timed,
      coalesce(sum(evaluations * extract(epoch from closed_at - captured_at))
        filter (where captured_at >= start and status = 'cerrada'), 0) as seconds
    from asked left join evaluation_changes changed
      on captured_at >= previous_start and captured_at < ends and ${scopeCondition(CHANGES_ALIAS, scope)}
    group by asked.name
  ),
  theirs as materialized (
    select visits.* from (select distinct patient_id from evaluation_changes) as person, lateral (
      select patient_id, branch_id, employer_company_id, contractor_company_id, captured_at
      from evaluations where evaluations.patient_id = person.patient_id offset 0
    ) as visits
  ),
  visit as (
    select is_now, patient_id, branch_id, employer_company_id, contractor_company_id, captured_at,
      min(captured_at) over (partition by is_now, patient_id) as first_at
    from (
      select true as is_now, 1 as evaluations, * from theirs
      union all
      select false, 1, * from theirs
      union all
      select false, -evaluations, patient_id, branch_id, employer_company_id, contractor_company_id, captured_at
      from evaluation_changes
    ) as row
    group by 1, 2, 3, 4, 5, 6
    having sum(evaluations) > 0
  ),
  people as (
    select name, coalesce(sum(change) filter (where is_new), 0) as new_patients,
      coalesce(sum(change) filter (where not is_new), 0) as returning_patients
    from (
      select distinct asked.name, patient_id, case when is_now then 1 else -1 end as change, first_at >= start as is_new
      from asked join visit on captured_at >= start and captured_at < ends and ${scopeCondition(VISITS_ALIAS, scope)}
    ) as person
    group by name
  )
  select jsonb_object_agg(asked.name, jsonb_build_object(
    'total', coalesce(kept.pendiente + kept.en_proceso + kept.cerrada, 0) + since.pendiente + since.en_proceso + since.cerrada,
    'previous_total', coalesce(previous.pendiente + previous.en_proceso + previous.cerrada, 0) + since.previous_total,
    'statuses', jsonb_build_object(
      'pendiente', coalesce(kept.pendiente, 0) + since.pendiente,
      'en_proceso', coalesce(kept.en_proceso, 0) + since.en_proceso,
      'cerrada', coalesce(kept.cerrada, 0) + since.cerrada),
    'new_patients', coalesce(kept.new_patients, 0) + coalesce(people.new_patients, 0),
    'returning_patients', coalesce(kept.returning_patients, 0) + coalesce(people.returning_patients, 0),
    'average_completion_minutes', round((coalesce(kept.seconds, 0) + since.seconds) / 60
      / nullif(coalesce(kept.timed, 0) + since.timed, 0))))
  from asked join since using (name) left join people using (name)
  left join period_figures kept on ${storedFiguresCondition(CURRENT_FIGURES_ALIAS, scope)} and kept.start = bogota_start('day', asked.start)
  left join period_figures previous on ${storedFiguresCondition(PREVIOUS_FIGURES_ALIAS, scope)}
    and previous.start = bogota_start('day', asked.previous_start)`;
