import type { ActivityItem } from '#contract/records/evaluation/clinical.ts';

/** Entry of the log, or several equal entries about prefetched copies of a device with only copies between them. */
export interface Folded {
  /** Entries, newest first; at least one. */
  readonly lines: readonly [ActivityItem, ...ActivityItem[]];
}

const isSamePrefetchRun = (one: ActivityItem, other: ActivityItem): boolean =>
  one.action === 'copy_kept' &&
  other.action === 'copy_kept' &&
  one.status === other.status &&
  one.user_name === other.user_name &&
  one.device === other.device &&
  one.branch_name === other.branch_name;

/**
 * Folds the entries of a device’s prefetch run, one per evaluation, into one row, also when another device prefetches
 * concurrently.
 */
export function mergeAccesses(items: readonly ActivityItem[]): readonly Folded[] {
  const folded: { lines: [ActivityItem, ...ActivityItem[]] }[] = [];
  /** Index of the first row after the last entry that is not a copy. */
  let begin = 0;
  for (const item of items) {
    const same = folded.slice(begin).find(({ lines }) => isSamePrefetchRun(lines[0], item));
    if (same) same.lines.push(item);
    else folded.push({ lines: [item] });
    if (item.action !== 'copy_kept') begin = folded.length;
  }
  return folded;
}
