const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const BOGOTA_OFFSET_MINUTES = -5 * 60;

/** A choice that was made: where, and when in epoch milliseconds. */
export interface Use {
  readonly branchId: string;
  readonly at: number;
}

/** How many uses of one choice are kept, the newest. */
export const USES_MAX = 24;
/** Uses at about the same hour of the day say more: brigades and shifts come in their hours. */
const SAME_HOUR_MINUTES = 90;
const SAME_HOUR_WEIGHT = 2;
/** After this many days a use counts half. */
const HALF_LIFE_DAYS = 14;

const minuteOfDay = (instant: number): number =>
  (((Math.floor(instant / MINUTE_MS) + BOGOTA_OFFSET_MINUTES) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;

/** Minutes between two hours of the day, around midnight too: 0 to 720. */
function minutesApart(one: number, other: number): number {
  const apart = Math.abs(minuteOfDay(one) - minuteOfDay(other));
  return Math.min(apart, DAY_MINUTES - apart);
}

function weightOf(use: Use, here: Use): number {
  if (use.branchId !== here.branchId) return 0;
  const days = Math.max(0, here.at - use.at) / (DAY_MINUTES * MINUTE_MS);
  const isSameHour = minutesApart(use.at, here.at) <= SAME_HOUR_MINUTES;
  return 0.5 ** (days / HALF_LIFE_DAYS) * (isSameHour ? SAME_HOUR_WEIGHT : 1);
}

/** How usual a choice is in this branch at this hour: 0 where it was never used. */
export const usualness = (uses: readonly Use[], here: Use): number =>
  uses.reduce((sum, use) => sum + weightOf(use, here), 0);

/** The uses with one more; the oldest leave. */
export const withUse = (uses: readonly Use[], use: Use): readonly Use[] => [use, ...uses].slice(0, USES_MAX);
