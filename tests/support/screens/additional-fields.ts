import type { AdditionalField } from '#contract/catalogs/additional-fields.ts';
import type { AdditionalValue } from '#contract/records/evaluation/additional-values.ts';
import { ADDITIONAL_FIELDS_RESOURCE, replaceCatalogCache } from '#storage/cache/catalogs.ts';

const additionalFieldIdAt = (nth: number) =>
  `00000000-0000-4000-8000-0000000007${String(nth).padStart(2, '0')}`;

/** Returns the definition of an additional field: by default an optional text about the patient. */
export const createAdditionalField = (
  nth: number,
  other: Partial<AdditionalField> = {},
): AdditionalField => ({
  id: additionalFieldIdAt(nth),
  name: `Campo ${nth}`,
  subject: 'patient',
  kind: 'text',
  choices: [],
  is_required: false,
  position: nth,
  evaluation_type_ids: [],
  on_history: true,
  on_concept: false,
  is_searchable: false,
  is_active: true,
  revision: 1,
  ...other,
});

/** Returns a value of the field, as a form and a request contain it. */
export const createFieldValue = (
  { id, name, subject, kind }: AdditionalField,
  value: string,
): AdditionalValue => ({ field_id: id, name, subject, kind, value });

/** Stores the definitions on the device, as a refresh does. */
export const storeAdditionalFields = (fields: readonly AdditionalField[]): Promise<void> =>
  replaceCatalogCache(
    ADDITIONAL_FIELDS_RESOURCE,
    fields.map((field) => ({
      id: field.id,
      code: field.kind,
      name: field.name,
      detail: null,
      active: field.is_active,
      definition: field,
    })),
    [],
    Date.now(),
  );
