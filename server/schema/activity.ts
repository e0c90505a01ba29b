import { bigint, boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ACTIVITY_ACTIONS, ACTIVITY_STATUSES } from '#contract/records/evaluation/clinical.ts';
import { bytea, instantColumn, searchTextColumn } from './columns.ts';

export type ActivityDetail = string | number | boolean | readonly string[];

/** Returns the columns that `activity` and `activity_unlinked` have in common. */
const activityColumns = () => ({
  at: instantColumn('at').notNull(),
  userId: uuid('user_id').notNull(),
  userName: text('user_name').notNull(),
  branchId: uuid('branch_id'),
  branchName: text('branch_name'),
  action: text('action', { enum: ACTIVITY_ACTIONS }).notNull(),
  status: text('status', { enum: ACTIVITY_STATUSES }).notNull(),
  evaluationId: uuid('evaluation_id'),
  device: text('device'),
  detail: jsonb('detail').$type<Readonly<Record<string, ActivityDetail>>>().notNull(),
});

/**
 * Log entries in the hash chain. A trigger sets `sequence`, `prevHash` and `hash`, which links each entry to the previous one.
 */
export const activity = pgTable('activity', {
  sequence: bigint('sequence', { mode: 'number' }).primaryKey().default(0),
  ...activityColumns(),
  prevHash: bytea('prev_hash').notNull().default(Buffer.alloc(0)),
  hash: bytea('hash').notNull().default(Buffer.alloc(0)),
  searchText: searchTextColumn(),
});

/** Pending log entries: committed with their change, but not yet in the hash chain. The database sets `digest`. */
export const pendingActivity = pgTable('activity_unlinked', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  writtenAt: instantColumn('written_at').notNull().defaultNow(),
  ...activityColumns(),
  digest: bytea('digest').notNull().default(Buffer.alloc(0)),
});

/** Chain anchor: a single row with the number and hash of the newest entry, maintained by triggers of `activity`. */
export const activityChainAnchor = pgTable('activity_head', {
  onlyOne: boolean('only_one').primaryKey(),
  sequence: bigint('sequence', { mode: 'number' }).notNull(),
  hash: bytea('hash').notNull(),
});
