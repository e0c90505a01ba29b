import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instantColumn } from './columns.ts';

export const authorisations = pgTable('authorisations', {
  version: text('version').primaryKey(),
  sha256: text('sha256').notNull(),
  text: text('text').notNull(),
  knownSince: instantColumn('known_since').notNull().defaultNow(),
});

export const authorisationPeriods = pgTable('authorisation_periods', {
  revision: integer('revision').primaryKey(),
  version: text('version'),
  since: instantColumn('since').notNull(),
  setBy: uuid('set_by'),
  approved: boolean('approved').notNull(),
});
