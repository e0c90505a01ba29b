import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

const TOKEN_PURPOSES = ['invitation', 'password_reset', 'first_administrator'] as const;
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number];

/** Links that are used once; `userId` is null for the first administrator alone. */
export const oneTimeTokens = pgTable('one_time_tokens', {
  tokenHash: bytea('token_hash').primaryKey(),
  purpose: text('purpose', { enum: TOKEN_PURPOSES }).notNull(),
  userId: uuid('user_id'),
  createdBy: uuid('created_by'),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
  /** The mail that the link went out with; null for one that was told in an answer or on the terminal. */
  mailId: uuid('mail_id'),
});
