import type { ColumnValues, Known } from './field-times.ts';

/** Columns that say who a patient is. */
const IDENTITY = ['firstName', 'middleName', 'lastName', 'secondLastName', 'birthDate'] as const;

export const hasKnownBirthDate = (known: Known, values: ColumnValues): boolean =>
  known.birthDate !== null && values.birthDate === known.birthDate;

/**
 * Known names and birth date, which stay for a patient of other branches unless the registration has a second identifier: the
 * known birth date. The evaluation keeps what was typed, and its doctor is shown the difference. Empty columns may be filled.
 */
export function keptIdentity(known: Known, values: ColumnValues): ColumnValues {
  if (hasKnownBirthDate(known, values)) return {};
  const kept = IDENTITY.filter((column) => known[column] !== null);
  return Object.fromEntries(kept.map((column) => [column, known[column]]));
}
