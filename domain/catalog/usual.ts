const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const BOGOTA_OFFSET_MINUTES = -5 * 60;

/** Use of a choice: branch, and time in epoch milliseconds. */
export interface ChoiceUse {
  readonly branchId: string;
  readonly at: number;
}

/** Maximum number of stored uses of a choice; the newest are kept. */
export const CHOICE_USES_MAX = 24;
/**
 * Maximum difference of two times of day that count as the same hour. Such uses weigh more, because brigades and shifts come at
 * fixed hours.
 */
const SAME_HOUR_MINUTES = 90;
const SAME_HOUR_WEIGHT = 2;
/** Number of days after which the weight of a use halves. */
const HALF_LIFE_DAYS = 14;

const minuteOfDay = (instant: number): number =>
  (((Math.floor(instant / MINUTE_MS) + BOGOTA_OFFSET_MINUTES) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;

/** Returns the minutes between two times of day, the short way round midnight: 0 to 720. */
function minutesApart(one: number, other: number): number {
  const apart = Math.abs(minuteOfDay(one) - minuteOfDay(other));
  return Math.min(apart, DAY_MINUTES - apart);
}

function weightOf(use: ChoiceUse, here: ChoiceUse): number {
  if (use.branchId !== here.branchId) return 0;
  const days = Math.max(0, here.at - use.at) / (DAY_MINUTES * MINUTE_MS);
  const isSameHour = minutesApart(use.at, here.at) <= SAME_HOUR_MINUTES;
  return 0.5 ** (days / HALF_LIFE_DAYS) * (isSameHour ? SAME_HOUR_WEIGHT : 1);
}

/** Returns how usual a choice is in this branch at this hour; 0 without a use in this branch. */
export const usageScore = (uses: readonly ChoiceUse[], here: ChoiceUse): number =>
  uses.reduce((sum, use) => sum + weightOf(use, here), 0);

/** Adds a use and drops the oldest beyond the limit. */
export const addChoiceUse = (uses: readonly ChoiceUse[], use: ChoiceUse): readonly ChoiceUse[] =>
  [use, ...uses].slice(0, CHOICE_USES_MAX);
