import { NAME_FIELDS } from '#contract/records/evaluation/patient-fields.ts';
import type { ColumnValues, KnownPatientRow } from './field-times.ts';

/** Columns that identify a patient. */
const IDENTITY = [...NAME_FIELDS, 'birth_date'] as const;

export const hasKnownBirthDate = (known: KnownPatientRow, values: ColumnValues): boolean =>
  known.birth_date !== null && values.birth_date === known.birth_date;

/**
 * Returns the known names and birth date that a patient of other branches keeps; none if the registration contains the known
 * birth date, which confirms the identity. The evaluation stores the typed values, and its doctor sees the difference. Empty
 * columns may be filled.
 */
export function identityToKeep(known: KnownPatientRow, values: ColumnValues): ColumnValues {
  if (hasKnownBirthDate(known, values)) return {};
  const stored = IDENTITY.filter((column) => known[column] !== null);
  return Object.fromEntries(stored.map((column) => [column, known[column]]));
}
