import type { PatientField } from '#contract/records/evaluation/patient-fields.ts';
import {
  FIELD_OF_COLUMN,
  type FieldCaptureTimes,
  type PatientColumn,
  type patients,
} from '../../schema/patients.ts';

export type KnownPatientRow = typeof patients.$inferSelect;

/**
 * Columns that a registration or correction can change. The document number is excluded, because the patient is found by this
 * number and only its notation could differ.
 */
export const UPDATABLE_PATIENT_COLUMNS = Object.keys(FIELD_OF_COLUMN) as PatientColumn[];

type PatientCaptureTimes = Pick<KnownPatientRow, 'dataAt' | 'fieldTimes'>;

export const fieldCaptureTimeOf = (
  { dataAt, fieldTimes }: PatientCaptureTimes,
  field: PatientField,
): Date => {
  const own = fieldTimes[field];
  return own === undefined ? dataAt : new Date(own);
};

/** Values by column; undefined leaves the column unchanged. */
export type PatientColumnValues = { readonly [Name in PatientColumn]?: KnownPatientRow[Name] | undefined };

/**
 * Returns `undefined` for each column that a registration must not overwrite, because the registration has no value for it or
 * the stored value was captured later. Also returns the capture times of these columns.
 */
export function keptColumnsAndTimes(
  known: PatientCaptureTimes,
  values: PatientColumnValues,
  capturedAt: Date,
): { readonly [Name in PatientColumn]?: undefined } & { readonly fieldTimes: FieldCaptureTimes } {
  const stored = UPDATABLE_PATIENT_COLUMNS.filter(
    (column) =>
      values[column] === undefined || fieldCaptureTimeOf(known, FIELD_OF_COLUMN[column]) > capturedAt,
  );
  const times = stored.map((column) => {
    const field = FIELD_OF_COLUMN[column];
    return [field, fieldCaptureTimeOf(known, field).toISOString()] as const;
  });
  return {
    ...Object.fromEntries(stored.map((column) => [column, undefined])),
    fieldTimes: Object.fromEntries(times),
  };
}
