import { expect, it } from 'vitest';
import type { ActivityItem } from '#contract/records/evaluation/clinical.ts';
import { foldCopies } from './fold.ts';

const line = (sequence: number, patch: Partial<ActivityItem> = {}): ActivityItem => ({
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
const folded = (...items: ActivityItem[]) =>
  foldCopies(items).map(({ lines }) => lines.map(({ sequence }) => sequence));

it('P10.54 copies that one device took in a row are one row; nothing else is folded', () => {
  expect(folded(line(9), line(8), line(7))).toEqual([[9, 8, 7]]);
  const read = line(8, { action: 'evaluation_read' });
  expect(folded(line(9), read, line(7))).toEqual([[9], [8], [7]]);
  expect(folded(read, { ...read, sequence: 7 })).toEqual([[8], [7]]);
  expect(folded(line(9), line(8, { device: 'Safari en iPad' }))).toEqual([[9], [8]]);
  expect(folded(line(9), line(8, { user_name: 'Luis Demo' }))).toEqual([[9], [8]]);
  expect(folded()).toEqual([]);
});
