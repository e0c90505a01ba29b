import { pgTable, text } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

export const authorisations = pgTable('authorisations', {
  version: text('version').primaryKey(),
  sha256: text('sha256').notNull(),
  text: text('text').notNull(),
  knownSince: instantColumn('known_since').notNull().defaultNow(),
});
