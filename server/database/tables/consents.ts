import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './columns.ts';

/** By which consents something was kept that another session sent (S14); append-only. See server/migrations/0005. */
export const consents = pgTable(
  'consents',
  {
    capturedBy: uuid('captured_by').notNull(),
    key: text('key').notNull(),
    sentBy: uuid('sent_by').notNull(),
    consentedAt: instant('consented_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    terms: text('terms').array().notNull(),
    hmac: bytea('hmac').notNull(),
  },
  (table) => [primaryKey({ columns: [table.capturedBy, table.key] })],
);
