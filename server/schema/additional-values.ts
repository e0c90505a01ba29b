import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ADDITIONAL_KINDS, ADDITIONAL_SUBJECTS } from '#contract/records/evaluation/additional-values.ts';
import { instantColumn, searchTextColumn } from './columns.ts';

const subjectColumn = () => text('subject', { enum: ADDITIONAL_SUBJECTS }).notNull();
const kindColumn = () => text('kind', { enum: ADDITIONAL_KINDS }).notNull();

/** Values of an evaluation. A value is null after a correction removed it. See server/migrations/0032. */
export const additionalValues = pgTable(
  'additional_values',
  {
    evaluationId: uuid('evaluation_id').notNull(),
    field_id: uuid('field_id').notNull(),
    name: text('name').notNull(),
    subject: subjectColumn(),
    kind: kindColumn(),
    value: text('value'),
    searchText: searchTextColumn(),
  },
  (table) => [primaryKey({ columns: [table.evaluationId, table.field_id] })],
);

/** The patients' newest values, each with the time of its confirmation. */
export const patientAdditionalValues = pgTable(
  'patient_additional_values',
  {
    patientId: uuid('patient_id').notNull(),
    field_id: uuid('field_id').notNull(),
    name: text('name').notNull(),
    kind: kindColumn(),
    value: text('value'),
    capturedAt: instantColumn('captured_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.patientId, table.field_id] })],
);
