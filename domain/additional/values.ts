import type { AdditionalValue } from '#contract/records/evaluation/additional-values.ts';

/**
 * Values of additional fields in a form or of a known patient, each with the definition that the user saw. The value is the
 * text as typed; a field without a value is not in the list.
 */
export type AdditionalValues = readonly AdditionalValue[];

/** Returns the value of a field without blanks at its ends; '' if the list does not contain the field. */
export const trimmedAdditionalValue = (values: AdditionalValues, id: string): string =>
  values.find(({ field_id }) => field_id === id)?.value.trim() ?? '';

/** Returns the values that `others` lacks, or has with another text. */
export const findDifferingValues = (
  values: AdditionalValues,
  others: AdditionalValues = [],
): AdditionalValues =>
  values.filter(({ field_id, value }) => trimmedAdditionalValue(others, field_id) !== value.trim());

/** Returns the values, followed by the values that `others` has for fields without a value. */
export const addMissingValues = (
  values: AdditionalValues,
  others: AdditionalValues = [],
): AdditionalValues => [
  ...values,
  ...others.filter(({ field_id }) => trimmedAdditionalValue(values, field_id) === ''),
];

/** Returns the values with another value of one field; a blank value removes the field. */
export const setAdditionalValue = (values: AdditionalValues, changed: AdditionalValue): AdditionalValues => {
  const others = values.filter(({ field_id }) => field_id !== changed.field_id);
  return changed.value.trim() === '' ? others : [...others, changed];
};
