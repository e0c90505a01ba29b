import { type SQL, sql } from 'drizzle-orm';
import {
  DASHBOARD_PERIODS,
  type DashboardPeriod,
  type DashboardPeriodName,
} from '#contract/records/dashboard.ts';
import { dashboardPeriodsAt } from '#domain/time/periods.ts';
import type { Executor } from '../../../platform/database/connection/client.ts';
import { PENDING_CHANGE_ESTIMATE_SQL } from '../../../platform/database/queries/materialized.ts';
import { type DashboardScope, type NamedPeriods, countedFiguresSql } from './counted-figures.ts';
import { materializedFiguresSql } from './materialized-figures.ts';

/**
 * Periods whose figures for one company are counted at each request. Stored figures are unnecessary, because a company has few
 * evaluations in a day or week.
 */
const SHORT_PERIODS: readonly DashboardPeriodName[] = ['today', 'this_week'];

function chooseFiguresSql(scope: DashboardScope, periods: NamedPeriods): SQL {
  if (scope.employer_company_id === undefined && scope.contractor_company_id === undefined)
    return sql`(${materializedFiguresSql(scope, periods)})`;
  const isShort = ([name]: NamedPeriods[number]) => SHORT_PERIODS.includes(name);
  const counted = countedFiguresSql(scope, periods.filter(isShort));
  const stored = materializedFiguresSql(
    scope,
    periods.filter((named) => !isShort(named)),
  );
  return sql`(select to_jsonb(counted) from (${counted}) as counted) || (${stored})`;
}

export interface DashboardFigures {
  readonly periods: Record<DashboardPeriodName, DashboardPeriod>;
  /** Number of changes that are not yet added to the stored figures. */
  readonly unfolded: number;
}

/** Returns the figures of all periods at the time `now`. One statement reads all figures, so that they are consistent. */
export async function readDashboardFigures(
  db: Executor,
  scope: DashboardScope,
  now: Date,
): Promise<DashboardFigures> {
  const periods = dashboardPeriodsAt(now.getTime());
  const requested = DASHBOARD_PERIODS.map((name) => [name, periods[name]] as const);
  const figures = sql`(select ${chooseFiguresSql(scope, requested)} as periods, ${PENDING_CHANGE_ESTIMATE_SQL} as unfolded) as figures`;
  const [row] = await db
    .select({ periods: sql<DashboardFigures['periods']>`periods`, unfolded: sql<number>`unfolded` })
    .from(figures);
  if (!row) throw new Error('An aggregate query returned no row');
  return row;
}
