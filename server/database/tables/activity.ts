import { bigint, boolean, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ACTIVITY_ACTIONS, ACTIVITY_STATUSES } from '#contract/records/evaluation/clinical.ts';
import { bytea, instant, searchText } from './columns.ts';

export type ActivityDetail = string | number | boolean | readonly string[];

/** What a line says. */
const said = () => ({
  at: instant('at').notNull(),
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

/** `sequence`, `prevHash` and `hash` are the database's: a trigger chains each line to the one before. */
export const activity = pgTable('activity', {
  sequence: bigint('sequence', { mode: 'number' }).primaryKey().default(0),
  ...said(),
  prevHash: bytea('prev_hash').notNull().default(Buffer.alloc(0)),
  hash: bytea('hash').notNull().default(Buffer.alloc(0)),
  searchText: searchText(),
});

/** Lines of changes between their commit and their link; `digest` is the database's. */
export const activityUnlinked = pgTable('activity_unlinked', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  writtenAt: instant('written_at').notNull().defaultNow(),
  ...said(),
  digest: bytea('digest').notNull().default(Buffer.alloc(0)),
});

/** One row: the number and hash of the newest line; triggers of `activity` keep it. */
export const activityHead = pgTable('activity_head', {
  onlyOne: boolean('only_one').primaryKey(),
  sequence: bigint('sequence', { mode: 'number' }).notNull(),
  hash: bytea('hash').notNull(),
});
