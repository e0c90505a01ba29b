import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Correction } from '#contract/records/evaluation/corrections.ts';
import { MEDIA_TYPES } from '#contract/vocabulary.ts';
import { authorshipColumns, instantColumn } from '../columns.ts';

/** Corrections of registrations. Rows are only added. See server/migrations/0028. */
export const corrections = pgTable(
  'corrections',
  {
    evaluationId: uuid('evaluation_id').notNull(),
    number: integer('number').notNull(),
    captureId: uuid('capture_id').unique(),
    capturedAt: instantColumn('captured_at').notNull(),
    receivedAt: instantColumn('received_at').notNull(),
    futureTime: instantColumn('future_time'),
    ...authorshipColumns(),
    byName: text('by_name').notNull(),
    reason: text('reason').notNull(),
    fields: text('fields').array().notNull(),
    changes: jsonb('changes').$type<Correction['changes']>().notNull(),
    pictures: text('pictures', { enum: MEDIA_TYPES }).array().notNull(),
    movedFrom: uuid('moved_from'),
    movedTo: uuid('moved_to'),
  },
  (table) => [primaryKey({ columns: [table.evaluationId, table.number] })],
);
