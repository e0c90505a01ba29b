import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

const MAIL_PURPOSES = ['invitation', 'password_reset'] as const;

/** Mails waiting to be sent (0012_several_providers.sql). Either `userId` or `email` is set, never both. */
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
