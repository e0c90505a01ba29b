import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instantColumn } from '../columns.ts';

const TOKEN_PURPOSES = ['invitation', 'password_reset', 'first_administrator'] as const;
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number];

/** Links that work once. `userId` is null only for the first administrator's link. */
export const oneTimeTokens = pgTable('one_time_tokens', {
  tokenHash: bytea('token_hash').primaryKey(),
  purpose: text('purpose', { enum: TOKEN_PURPOSES }).notNull(),
  userId: uuid('user_id'),
  createdBy: uuid('created_by'),
  createdAt: instantColumn('created_at').notNull(),
  expiresAt: instantColumn('expires_at').notNull(),
  usedAt: instantColumn('used_at'),
  /** Mail that contains the link; null when the link was returned in a response or printed on the terminal. */
  mailId: uuid('mail_id'),
});
