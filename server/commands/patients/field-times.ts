import type { PatientField } from '#contract/records/evaluation/patients.ts';
import type { FieldTimes, patients } from '../../database/tables/patients.ts';

export type KnownPatientRow = typeof patients.$inferSelect;

/**
 * Columns that a confirmation changes, with their contract names. The document number is not among them, because a patient is
 * found by it and only its notation could differ.
 */
export const CHANGEABLE_COLUMNS = {
  firstName: 'first_name',
  middleName: 'middle_name',
  lastName: 'last_name',
  secondLastName: 'second_last_name',
  birthDate: 'birth_date',
  gender: 'gender',
  occupationId: 'occupation_name',
} as const satisfies Partial<Record<keyof KnownPatientRow, PatientField>>;
export type PatientColumn = keyof typeof CHANGEABLE_COLUMNS;
export const PATIENT_COLUMNS = Object.keys(CHANGEABLE_COLUMNS) as PatientColumn[];

type Times = Pick<KnownPatientRow, 'dataAt' | 'fieldTimes'>;

/** Returns the time at which the field's present value was captured. */
export const captureTimeOf = ({ dataAt, fieldTimes }: Times, field: PatientField): Date => {
  const own = fieldTimes[field];
  return own === undefined ? dataAt : new Date(own);
};

/** Values by column; undefined leaves a column as it is. */
export type ColumnValues = { readonly [Name in PatientColumn]?: KnownPatientRow[Name] | undefined };

/**
 * Returns `undefined` for each column that a registration must not overwrite: it has no value for the column, or the present
 * value was captured later. Also returns the capture times that these columns keep.
 */
export function keepLaterFields(
  known: Times,
  values: ColumnValues,
  capturedAt: Date,
): { readonly [Name in PatientColumn]?: undefined } & { readonly fieldTimes: FieldTimes } {
  const stored = PATIENT_COLUMNS.filter(
    (column) => values[column] === undefined || captureTimeOf(known, CHANGEABLE_COLUMNS[column]) > capturedAt,
  );
  const times = stored.map((column) => {
    const field = CHANGEABLE_COLUMNS[column];
    return [field, captureTimeOf(known, field).toISOString()] as const;
  });
  return {
    ...Object.fromEntries(stored.map((column) => [column, undefined])),
    fieldTimes: Object.fromEntries(times),
  };
}
