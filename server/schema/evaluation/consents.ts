import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instantColumn } from '../columns.ts';

/**
 * Consents of authors, under which the server accepted captures from another user's session (S14). Rows are only added. See
 * server/migrations/0005.
 */
export const consents = pgTable(
  'consents',
  {
    capturedBy: uuid('captured_by').notNull(),
    key: text('key').notNull(),
    sentBy: uuid('sent_by').notNull(),
    consentedAt: instantColumn('consented_at').notNull(),
    receivedAt: instantColumn('received_at').notNull(),
    terms: text('terms').array().notNull(),
    hmac: bytea('hmac').notNull(),
  },
  (table) => [primaryKey({ columns: [table.capturedBy, table.key] })],
);
