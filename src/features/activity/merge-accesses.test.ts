import { expect, it } from 'vitest';
import type { ActivityItem } from '#contract/records/evaluation/clinical.ts';
import { mergePrefetchEntries } from './merge-accesses.ts';

const createActivityItem = (sequence: number, patch: Partial<ActivityItem> = {}): ActivityItem => ({
  sequence,
  at: '2026-11-21T11:47:00Z',
  action: 'copy_kept',
  status: 'done',
  user_name: 'Ana Demo',
  branch_name: 'Bogotá',
  evaluation: `A${sequence}`,
  evaluation_id: null,
  device: 'Chrome en Android',
  ...patch,
});
const mergedSequences = (...items: ActivityItem[]) =>
  mergePrefetchEntries(items).map(({ lines }) => lines.map(({ sequence }) => sequence));

it('P10.54 the activity log combines successive prefetch entries of one device into a row, and gives other entries a row each', () => {
  expect(mergedSequences(createActivityItem(9), createActivityItem(8), createActivityItem(7))).toEqual([
    [9, 8, 7],
  ]);
  const read = createActivityItem(8, { action: 'evaluation_read' });
  expect(mergedSequences(createActivityItem(9), read, createActivityItem(7))).toEqual([[9], [8], [7]]);
  expect(mergedSequences(read, { ...read, sequence: 7 })).toEqual([[8], [7]]);
  expect(mergedSequences(createActivityItem(9), createActivityItem(8, { device: 'Safari en iPad' }))).toEqual(
    [[9], [8]],
  );
  expect(mergedSequences(createActivityItem(9), createActivityItem(8, { user_name: 'Luis Demo' }))).toEqual([
    [9],
    [8],
  ]);
  expect(mergedSequences()).toEqual([]);
});

it('P10.54 the activity log combines the prefetch entries of two concurrent devices into one row per device, until another action follows', () => {
  const otherLine = (sequence: number) => createActivityItem(sequence, { device: 'Safari en iPad' });
  const read = createActivityItem(5, { action: 'evaluation_read' });
  expect(mergedSequences(createActivityItem(9), otherLine(8), createActivityItem(7), otherLine(6))).toEqual([
    [9, 7],
    [8, 6],
  ]);
  expect(
    mergedSequences(
      createActivityItem(9),
      otherLine(8),
      createActivityItem(7),
      read,
      createActivityItem(4),
      otherLine(3),
      createActivityItem(2),
    ),
  ).toEqual([[9, 7], [8], [5], [4, 2], [3]]);
});
