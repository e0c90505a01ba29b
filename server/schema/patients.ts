import { date, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import {
  PATIENT_DATA_FIELD_NAMES,
  PATIENT_FIELDS,
  type PatientField,
} from '#contract/records/evaluation/patient-fields.ts';
import { FORMER_DOCUMENT_TYPES, IDENTIFICATION_TYPES } from '#contract/vocabulary.ts';
import { createdAtColumn, instantColumn, searchTextColumn, updatedAtColumn } from './columns.ts';

/** Capture times (ISO 8601) by field. The object contains only fields whose value was not captured at `dataAt`. */
export type FieldCaptureTimes = Partial<Record<PatientField, string>>;

const optionalEnumColumn = <Value extends string>(name: string, values: readonly Value[]) =>
  text(name, { enum: values as [Value, ...Value[]] });
const notNullTextColumn = (name: string) => text(name).notNull();
const dayColumn = (name: string) => date(name, { mode: 'string' });

type PatientFieldMap = typeof PATIENT_FIELDS;
type PatientColumnOf<Definition> = Definition extends {
  kind: 'choice';
  values: readonly (infer Value extends string)[];
}
  ? ReturnType<typeof optionalEnumColumn<Value>>
  : Definition extends { kind: 'day' }
    ? ReturnType<typeof dayColumn>
    : Definition extends { isRequired: true }
      ? ReturnType<typeof notNullTextColumn>
      : Definition extends { kind: 'occupation' }
        ? ReturnType<typeof uuid>
        : ReturnType<typeof text>;

function createPatientColumn(name: PatientField) {
  const definition = PATIENT_FIELDS[name];
  switch (definition.kind) {
    case 'text':
      return definition.isRequired ? notNullTextColumn(name) : text(name);
    case 'day':
      return dayColumn(name);
    case 'choice':
      return optionalEnumColumn(name, definition.values);
    case 'occupation':
      return uuid(definition.column);
  }
}

type PatientColumnNameOf<Field extends PatientField> = PatientFieldMap[Field] extends {
  column: infer Name extends string;
}
  ? Name
  : Field;
/** Column that stores a patient's field. It has the field's name, except when it stores the id of a catalogue row. */
export type PatientColumn = { [Field in PatientField]: PatientColumnNameOf<Field> }[PatientField];

const patientColumnName = (field: PatientField): PatientColumn => {
  const definition = PATIENT_FIELDS[field];
  return definition.kind === 'occupation'
    ? definition.column
    : (field as Exclude<PatientField, 'occupation_name'>);
};

/** Map from a patient's column to its field, in the order of the form. */
export const FIELD_OF_COLUMN = Object.fromEntries(
  PATIENT_DATA_FIELD_NAMES.map((field) => [patientColumnName(field), field]),
) as Readonly<Record<PatientColumn, PatientField>>;

const patientDataColumns = Object.fromEntries(
  PATIENT_DATA_FIELD_NAMES.map((field) => [patientColumnName(field), createPatientColumn(field)]),
) as { [Field in PatientField as PatientColumnNameOf<Field>]: PatientColumnOf<PatientFieldMap[Field]> };

export const patients = pgTable(
  'patients',
  {
    id: uuid('id').primaryKey(),
    identification_type: text('identification_type', { enum: IDENTIFICATION_TYPES }).notNull(),
    identification_number: text('identification_number').notNull(),
    normalizedNumber: text('normalized_number').notNull(),
    /** Previous document type of the same number; null if the type never changed. */
    former_type: text('former_type', { enum: FORMER_DOCUMENT_TYPES }),
    ...patientDataColumns,
    dataAt: instantColumn('data_at').notNull(),
    fieldTimes: jsonb('field_times').$type<FieldCaptureTimes>().notNull().default({}),
    searchText: searchTextColumn(),
    createdAt: createdAtColumn(),
    updatedAt: updatedAtColumn(),
  },
  (table) => [unique().on(table.identification_type, table.normalizedNumber)],
);
