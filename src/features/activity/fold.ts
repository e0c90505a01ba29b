import type { ActivityItem } from '#contract/records/evaluation/clinical.ts';

/** A line of the log, or several that say the same with nothing but copies between them: copies that a device took unasked. */
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

/** A device that fills itself leaves a line for each evaluation: together they are one row, also where another does so at once. */
export function foldCopies(items: readonly ActivityItem[]): readonly Folded[] {
  const folded: { lines: [ActivityItem, ...ActivityItem[]] }[] = [];
  /** Where the copies began that no other line has come between. */
  let begin = 0;
  for (const item of items) {
    const same = folded.slice(begin).find(({ lines }) => isSameRound(lines[0], item));
    if (same) same.lines.push(item);
    else folded.push({ lines: [item] });
    if (item.action !== 'copy_kept') begin = folded.length;
  }
  return folded;
}
