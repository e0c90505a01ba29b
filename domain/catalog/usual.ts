const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const BOGOTA_OFFSET_MINUTES = -5 * 60;

/** Use of a choice: the branch, and the time in epoch milliseconds. */
export interface ChoiceUse {
  readonly branchId: string;
  readonly at: number;
}

export const MAX_STORED_CHOICE_USES = 24;
/**
 * Maximum minutes between two times of day that count as the same hour. A use at the same hour weighs more, because groups of
 * workers and shifts come at fixed hours.
 */
const SAME_HOUR_TOLERANCE_MINUTES = 90;
const SAME_HOUR_WEIGHT = 2;
const USE_HALF_LIFE_DAYS = 14;

const bogotaMinuteOfDay = (instant: number): number =>
  (((Math.floor(instant / MINUTE_MS) + BOGOTA_OFFSET_MINUTES) % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;

/** Returns the minutes between two times of day, across midnight when that is shorter: 0 to 720. */
function minutesBetweenTimesOfDay(one: number, other: number): number {
  const apart = Math.abs(bogotaMinuteOfDay(one) - bogotaMinuteOfDay(other));
  return Math.min(apart, DAY_MINUTES - apart);
}

function choiceUseWeight(use: ChoiceUse, here: ChoiceUse): number {
  if (use.branchId !== here.branchId) return 0;
  const days = Math.max(0, here.at - use.at) / (DAY_MINUTES * MINUTE_MS);
  const isSameHour = minutesBetweenTimesOfDay(use.at, here.at) <= SAME_HOUR_TOLERANCE_MINUTES;
  return 0.5 ** (days / USE_HALF_LIFE_DAYS) * (isSameHour ? SAME_HOUR_WEIGHT : 1);
}

/** Returns the score of a choice in this branch at this hour; 0 when it has no use in this branch. */
export const choiceUsageScore = (uses: readonly ChoiceUse[], here: ChoiceUse): number =>
  uses.reduce((sum, use) => sum + choiceUseWeight(use, here), 0);

export const addChoiceUse = (uses: readonly ChoiceUse[], use: ChoiceUse): readonly ChoiceUse[] =>
  [use, ...uses].slice(0, MAX_STORED_CHOICE_USES);
