import { randomUUID } from 'node:crypto';
import type { AdditionalField } from '#contract/catalogs/additional-fields.ts';
import type { AdditionalValue } from '#contract/records/evaluation/additional-values.ts';
import type { EvaluationAdditionalField } from '#contract/records/evaluation/additional-values.ts';

type DefinedField = Pick<AdditionalField, 'id' | 'name' | 'subject' | 'kind'>;

/** Returns a value as a device sends it, with the definition that the device has. */
export const createAdditionalValue = (
  { id, name, subject, kind }: DefinedField,
  value: string,
  other: Partial<AdditionalValue> = {},
): AdditionalValue => ({ field_id: id, name, subject, kind, value, ...other });

/** Value of a field that the server does not know. */
export const createUnknownFieldValue = (
  value: string,
  other: Partial<AdditionalValue> = {},
): AdditionalValue => ({
  field_id: randomUUID(),
  name: 'Campo retirado',
  subject: 'visit',
  kind: 'text',
  value,
  ...other,
});

/** Returns names and values, which most tests compare. */
export const nameValuePairs = (
  fields: readonly Pick<EvaluationAdditionalField, 'name' | 'value'>[] | undefined,
): (readonly [string, string | null])[] => (fields ?? []).map(({ name, value }) => [name, value]);
