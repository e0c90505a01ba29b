import type { ActivityItem } from '#contract/records/evaluation/clinical.ts';

/** Row of the log: one entry, or several prefetch entries of one device without another action between them. */
export interface MergedEntries {
  /** Entries of the row, newest first; at least one. */
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
 * Combines the entries of a device's prefetch run (one entry per evaluation) into a row, even if another device prefetches at
 * the same time.
 */
export function mergePrefetchEntries(items: readonly ActivityItem[]): readonly MergedEntries[] {
  const folded: { lines: [ActivityItem, ...ActivityItem[]] }[] = [];
  let begin = 0;
  for (const item of items) {
    const same = folded.slice(begin).find(({ lines }) => isSamePrefetchRun(lines[0], item));
    if (same) same.lines.push(item);
    else folded.push({ lines: [item] });
    if (item.action !== 'copy_kept') begin = folded.length;
  }
  return folded;
}
