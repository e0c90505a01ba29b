import { type SQL, sql } from 'drizzle-orm';
import {
  DASHBOARD_PERIODS,
  type DashboardPeriod,
  type DashboardPeriodName,
} from '#contract/records/dashboard.ts';
import { periodsAt } from '#domain/time/periods.ts';
import type { Executor } from '../../database/connection/client.ts';
import { PENDING_CHANGES } from '../base/kept.ts';
import { type DashboardScope, type Periods, countedFigures } from './counted-figures.ts';
import { materializedFigures } from './kept-figures.ts';

/**
 * Periods whose figures for a single company are counted instead of stored, because its evaluations in a day or week are few.
 */
const SHORT: readonly DashboardPeriodName[] = ['today', 'this_week'];

function figuresOf(scope: DashboardScope, periods: Periods): SQL {
  if (scope.employer_company_id === undefined && scope.contractor_company_id === undefined)
    return sql`(${materializedFigures(scope, periods)})`;
  const isShort = ([name]: Periods[number]) => SHORT.includes(name);
  const counted = countedFigures(scope, periods.filter(isShort));
  const stored = materializedFigures(
    scope,
    periods.filter((named) => !isShort(named)),
  );
  return sql`(select to_jsonb(counted) from (${counted}) as counted) || (${stored})`;
}

export interface Figures {
  readonly periods: Record<DashboardPeriodName, DashboardPeriod>;
  /** Number of changes that are not folded into the stored figures yet. */
  readonly unfolded: number;
}

/** Returns the figures of the periods that contain `now`, read with one statement so that they are consistent. */
export async function dashboardPeriods(db: Executor, scope: DashboardScope, now: Date): Promise<Figures> {
  const periods = periodsAt(now.getTime());
  const requested = DASHBOARD_PERIODS.map((name) => [name, periods[name]] as const);
  const figures = sql`(select ${figuresOf(scope, requested)} as periods, ${PENDING_CHANGES} as unfolded) as figures`;
  const [row] = await db
    .select({ periods: sql<Figures['periods']>`periods`, unfolded: sql<number>`unfolded` })
    .from(figures);
  if (!row) throw new Error('An aggregate without a row');
  return row;
}
