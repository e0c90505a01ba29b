import { date, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { PatientField } from '#contract/records/evaluation/patients.ts';
import { FORMER_DOCUMENT_TYPES, GENDERS, IDENTIFICATION_TYPES } from '#contract/vocabulary.ts';
import { createdAtColumn, instantColumn, searchTextColumn, updatedAtColumn } from './columns.ts';

/** Capture times (ISO 8601) of the fields that were not confirmed at `dataAt`. */
export type FieldTimes = Partial<Record<PatientField, string>>;

export const patients = pgTable(
  'patients',
  {
    id: uuid('id').primaryKey(),
    identificationType: text('identification_type', { enum: IDENTIFICATION_TYPES }).notNull(),
    identificationNumber: text('identification_number').notNull(),
    normalizedNumber: text('normalized_number').notNull(),
    /** Former document type, which the current one replaced under the same number. */
    formerType: text('former_type', { enum: FORMER_DOCUMENT_TYPES }),
    firstName: text('first_name').notNull(),
    middleName: text('middle_name'),
    lastName: text('last_name').notNull(),
    secondLastName: text('second_last_name'),
    birthDate: date('birth_date', { mode: 'string' }),
    gender: text('gender', { enum: GENDERS }),
    occupationId: uuid('occupation_id'),
    dataAt: instantColumn('data_at').notNull(),
    fieldTimes: jsonb('field_times').$type<FieldTimes>().notNull().default({}),
    searchText: searchTextColumn(),
    createdAt: createdAtColumn(),
    updatedAt: updatedAtColumn(),
  },
  (table) => [unique().on(table.identificationType, table.normalizedNumber)],
);
