import { sql } from 'drizzle-orm';
import type { WaitFigures, WaitingTimes } from '#contract/records/waiting-room.ts';
import { startOfBogotaDay } from '#domain/time/clock.ts';
import type { Executor } from '../../platform/database/connection/client.ts';

const DAY_MS = 24 * 60 * 60_000;
const WEEK_DAYS = 7;

type FiguresOf<Name extends string> = {
  readonly [Column in `${Name}_${'count' | 'median' | 'longest'}`]: number | null;
};
type HourRow = Record<string, unknown> & { readonly hour: number } & FiguresOf<'today'> & FiguresOf<'week'>;

const toFigures = (count: number | null, median: number | null, longest: number | null): WaitFigures => ({
  count: count ?? 0,
  median_minutes: median,
  longest_minutes: longest,
});

/**
 * Returns the waits of the branch by the hour of the registration in Bogotá. A wait lasts from the registration to the first
 * call, or to the start of care if that is earlier. It is counted only if it ended on the day of the registration: the time of
 * a patient who comes back on another day is no wait. One scan of the index by branch and start reads the rows of seven days.
 */
export async function readWaitingTimes(db: Executor, branchId: string, now: Date): Promise<WaitingTimes> {
  const todayStart = startOfBogotaDay(now.getTime());
  const instant = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
  const isToday = sql`filter (where started_at >= ${instant(todayStart)})`;
  const { rows } = await db.execute<HourRow>(sql`
    with attended as (
      select started_at, least(care_started_at,
        (select min(called_at) from waiting_calls where evaluation_id = evaluations.id)) as attended_at
      from evaluations
      where branch_id = ${branchId}::uuid and started_at >= ${instant(todayStart - (WEEK_DAYS - 1) * DAY_MS)}
        and started_at < ${instant(todayStart + DAY_MS)}
    ),
    waits as (
      select started_at, extract(hour from started_at at time zone 'America/Bogota')::integer as hour,
        greatest(0, extract(epoch from attended_at - started_at) / 60) as minutes
      from attended
      where (attended_at at time zone 'America/Bogota')::date = (started_at at time zone 'America/Bogota')::date
    )
    select hour, (count(*) ${isToday})::integer as today_count,
      round((percentile_cont(0.5) within group (order by minutes) ${isToday})::numeric)::integer as today_median,
      round(max(minutes) ${isToday})::integer as today_longest,
      count(*)::integer as week_count,
      round((percentile_cont(0.5) within group (order by minutes))::numeric)::integer as week_median,
      round(max(minutes))::integer as week_longest
    from waits group by hour order by hour`);
  return {
    generated_at: now.toISOString(),
    hours: rows.map((row) => ({
      hour: row.hour,
      today: toFigures(row.today_count, row.today_median, row.today_longest),
      week: toFigures(row.week_count, row.week_median, row.week_longest),
    })),
  };
}
