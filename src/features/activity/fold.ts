import type { ActivityItem } from '#contract/records/evaluation/clinical.ts';

/** A line of the log, or several in a row that say the same: copies that a device took unasked. */
export interface Folded {
  /** The newest first; at least one. */
  readonly lines: readonly [ActivityItem, ...ActivityItem[]];
}

const isSameRound = (one: ActivityItem, other: ActivityItem): boolean =>
  one.action === 'copy_kept' &&
  other.action === 'copy_kept' &&
  one.status === other.status &&
  one.user_name === other.user_name &&
  one.device === other.device &&
  one.branch_name === other.branch_name;

/** A device that fills itself leaves a line for each evaluation: together they are one row. */
export function foldCopies(items: readonly ActivityItem[]): readonly Folded[] {
  const folded: { lines: [ActivityItem, ...ActivityItem[]] }[] = [];
  for (const item of items) {
    const last = folded.at(-1);
    if (last && isSameRound(last.lines[0], item)) last.lines.push(item);
    else folded.push({ lines: [item] });
  }
  return folded;
}
