import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instantColumn } from '../columns.ts';

const byteCountColumn = (name: string) => bigint(name, { mode: 'number' });

/** Latest report of each device. See server/migrations/0005. */
export const devices = pgTable('devices', {
  id: uuid('id').primaryKey(),
  name: text('name'),
  isRetired: boolean('is_retired').notNull().default(false),
  unsent: integer('unsent').notNull(),
  attention: integer('attention').notNull(),
  oldestCapturedAt: instantColumn('oldest_captured_at'),
  storageUsed: byteCountColumn('storage_used'),
  storageQuota: byteCountColumn('storage_quota'),
  storagePersisted: boolean('storage_persisted'),
  browser: text('browser'),
  firstUserId: uuid('first_user_id').notNull(),
  lastUserId: uuid('last_user_id').notNull(),
  branchId: uuid('branch_id'),
  deviceKey: bytea('device_key'),
  firstSeenAt: instantColumn('first_seen_at').notNull(),
  lastSeenAt: instantColumn('last_seen_at').notNull(),
  revision: integer('revision').notNull().default(1),
});

/** Queue letters of each device at each branch. Rows are only added. See server/migrations/0011. */
export const queueLetters = pgTable(
  'turn_letters',
  {
    branchId: uuid('branch_id').notNull(),
    letters: text('letters').notNull(),
    counterId: uuid('counter_id').notNull(),
    deviceId: uuid('device_id').notNull(),
    givenAt: instantColumn('given_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.branchId, table.letters] })],
);
