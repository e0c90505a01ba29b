import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn } from '../columns.ts';

const MAIL_PURPOSES = ['invitation', 'password_reset'] as const;

/** Unsent mails (0012_several_providers.sql). Each row has either `userId` or `email`, never both. */
export const mails = pgTable('mails', {
  id: uuid('id').primaryKey(),
  purpose: text('purpose', { enum: MAIL_PURPOSES }).notNull(),
  userId: uuid('user_id'),
  email: text('email'),
  askedBy: uuid('asked_by'),
  device: text('device'),
  askedAt: instantColumn('asked_at').notNull(),
  tries: integer('tries').notNull().default(0),
  dueAt: instantColumn('due_at').notNull().defaultNow(),
});
