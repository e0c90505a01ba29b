import { type PgColumnBuilderBase, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { DecisionName, DecisionOptions, Decisions } from '#contract/records/evaluation/decisions.ts';
import { APTITUDES } from '#contract/vocabulary.ts';
import { createdAtColumn, updatedAtColumn } from './columns.ts';

type StoredDecision<Name extends DecisionName> = NonNullable<Decisions[Name]>;

/** The commands save each decision in the column of the same name. */
const decisionColumns = {
  aptitude: text('aptitude', { enum: APTITUDES }),
  surveillance: jsonb('surveillance').$type<StoredDecision<'surveillance'>>(),
  referral: jsonb('referral').$type<StoredDecision<'referral'>>(),
  restrictions: jsonb('restrictions').$type<StoredDecision<'restrictions'>>(),
  tasks: jsonb('tasks').$type<StoredDecision<'tasks'>>(),
} satisfies Record<DecisionName, PgColumnBuilderBase>;

export const decisions = pgTable('decisions', {
  evaluationId: uuid('evaluation_id').primaryKey(),
  ...decisionColumns,
  createdAt: createdAtColumn(),
  updatedAt: updatedAtColumn(),
  updatedBy: uuid('updated_by'),
});

export const decisionOptions = pgTable('decision_options', {
  onlyOne: boolean('only_one').primaryKey().default(true),
  programmes: text('programmes').array().notNull(),
  aptitudesOff: jsonb('aptitudes_off').$type<DecisionOptions['aptitudes_off']>().notNull(),
  revision: integer('revision').notNull().default(1),
  updatedAt: updatedAtColumn(),
});
