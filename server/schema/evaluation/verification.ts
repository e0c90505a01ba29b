import { boolean, pgTable } from 'drizzle-orm/pg-core';
import { bytea, instantColumn } from '../columns.ts';

/** Table with one row: the clinic's key for document signatures. See server/migrations/0016. */
export const documentSigningKey = pgTable('verification_key', {
  onlyOne: boolean('only_one').primaryKey().default(true),
  privateKey: bytea('private_key').notNull(),
  publicKey: bytea('public_key').notNull(),
  madeAt: instantColumn('made_at').notNull().defaultNow(),
});
