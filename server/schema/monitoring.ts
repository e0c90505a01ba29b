import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

/** Running server processes of this database. See server/migrations/0015. */
export const replicas = pgTable('providers', {
  id: uuid('id').primaryKey(),
  host: text('host').notNull(),
  version: text('version').notNull(),
  startedAt: instantColumn('started_at').notNull(),
  seenAt: instantColumn('seen_at').notNull().defaultNow(),
  aheadMs: integer('ahead_ms'),
  diskFree: bigint('disk_free', { mode: 'number' }),
  diskTotal: bigint('disk_total', { mode: 'number' }),
});

/** Current alerts, each with the time at which it was reported. See server/migrations/0015. */
export const alerts = pgTable('alerts', {
  kind: text('kind').primaryKey(),
  beganAt: instantColumn('began_at').notNull(),
  seenAt: instantColumn('seen_at').notNull(),
  endedAt: instantColumn('ended_at'),
  toldAt: instantColumn('told_at'),
  tries: integer('tries').notNull().default(0),
  dueAt: instantColumn('due_at').notNull(),
});
