import { PATIENT_NAME_FIELDS } from '#contract/records/evaluation/patient-fields.ts';
import type { PatientColumnValues, KnownPatientRow } from './field-times.ts';

const NAME_AND_BIRTH_FIELDS = [...PATIENT_NAME_FIELDS, 'birth_date'] as const;

export const hasMatchingBirthDate = (known: KnownPatientRow, values: PatientColumnValues): boolean =>
  known.birth_date !== null && values.birth_date === known.birth_date;

/**
 * Returns the stored names and birth date that a registration must not change for a patient of other branches. Returns none if
 * the registration has the stored birth date, which confirms the identity. Empty columns may be filled. The evaluation stores
 * the typed values, so its doctor sees the difference.
 */
export function identityToKeep(known: KnownPatientRow, values: PatientColumnValues): PatientColumnValues {
  if (hasMatchingBirthDate(known, values)) return {};
  const stored = NAME_AND_BIRTH_FIELDS.filter((column) => known[column] !== null);
  return Object.fromEntries(stored.map((column) => [column, known[column]]));
}
