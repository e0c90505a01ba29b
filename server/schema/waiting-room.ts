import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { BOARD_CONTENTS } from '#contract/records/waiting-room.ts';
import { bytea, instantColumn } from './columns.ts';

export const waitingBoards = pgTable('waiting_boards', {
  id: uuid('id').primaryKey(),
  branchId: uuid('branch_id').notNull(),
  tokenHash: bytea('token_hash').notNull(),
  label: text('label').notNull(),
  shows: text('shows', { enum: BOARD_CONTENTS }).notNull(),
  createdAt: instantColumn('created_at').notNull(),
  createdBy: uuid('created_by').notNull(),
  revokedAt: instantColumn('revoked_at'),
});

export const waitingCalls = pgTable('waiting_calls', {
  id: uuid('id').primaryKey(),
  branchId: uuid('branch_id').notNull(),
  evaluationId: uuid('evaluation_id').notNull(),
  queueNumber: text('queue_number'),
  room: text('room').notNull(),
  calledBy: uuid('called_by').notNull(),
  calledAt: instantColumn('called_at').notNull(),
});
