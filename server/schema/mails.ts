import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

const MAIL_PURPOSES = ['invitation', 'password_reset', 'absence_notice'] as const;

/**
 * Unsent mails (0012_several_providers.sql, 0042_attendance.sql, 0044_notice_withdrawal.sql). Each row has exactly one of `userId`, `email` and the two
 * columns of the notice.
 */
export const mails = pgTable('mails', {
  id: uuid('id').primaryKey(),
  purpose: text('purpose', { enum: MAIL_PURPOSES }).notNull(),
  userId: uuid('user_id'),
  email: text('email'),
  noticeBranchId: uuid('notice_branch_id'),
  noticeId: uuid('notice_id'),
  askedBy: uuid('asked_by'),
  device: text('device'),
  askedAt: instantColumn('asked_at').notNull(),
  tries: integer('tries').notNull().default(0),
  dueAt: instantColumn('due_at').notNull().defaultNow(),
  isLeased: boolean('is_leased').notNull().default(false),
});
