import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { PERMISSIONS, USER_STATUSES } from '#contract/vocabulary.ts';
import {
  bytea,
  createdAtColumn,
  instantColumn,
  revisionColumn,
  searchTextColumn,
  updatedAtColumn,
} from '../columns.ts';

export const users = pgTable('users', {
  id: uuid('id').primaryKey(),
  email: text('email').notNull(),
  displayName: text('display_name').notNull(),
  status: text('status', { enum: USER_STATUSES }).notNull(),
  passwordHash: text('password_hash'),
  branchId: uuid('branch_id'),
  vaultKey: bytea('vault_key').notNull(),
  lastLoginAt: instantColumn('last_login_at'),
  statusReason: text('status_reason'),
  revision: revisionColumn(),
  searchText: searchTextColumn(),
  createdAt: createdAtColumn(),
  updatedAt: updatedAtColumn(),
});

export const userPermissions = pgTable(
  'user_permissions',
  {
    userId: uuid('user_id').notNull(),
    permission: text('permission', { enum: PERMISSIONS }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.permission] })],
);

export const sessions = pgTable('sessions', {
  tokenHash: bytea('token_hash').primaryKey(),
  userId: uuid('user_id').notNull(),
  activeBranchId: uuid('active_branch_id'),
  createdAt: createdAtColumn(),
  lastSeenAt: instantColumn('last_seen_at').notNull().defaultNow(),
  expiresAt: instantColumn('expires_at').notNull(),
  deviceKey: bytea('device_key'),
});
