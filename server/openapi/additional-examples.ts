import { EXAMPLE_IDS } from './example-ids.ts';

export const additionalField = {
  id: EXAMPLE_IDS.additionalField,
  name: 'EPS',
  subject: 'patient' as const,
  kind: 'choice' as const,
  choices: ['EPS Inventada (DEMO)', 'Otra EPS (DEMO)'],
  is_required: true,
  position: 10,
  evaluation_type_ids: [],
  on_history: true,
  on_concept: false,
  is_searchable: true,
  is_active: true,
  revision: 1,
};
const { id: _id, is_active: _active, revision: _revision, ...body } = additionalField;
export const additionalFieldBody = body;
/** Value of the field, as devices send it and lookups return it. */
export const additionalValue = {
  field_id: EXAMPLE_IDS.additionalField,
  name: additionalField.name,
  subject: additionalField.subject,
  kind: additionalField.kind,
  value: 'EPS Inventada (DEMO)',
};
export const storedAdditionalValue = { ...additionalValue, on_history: true, on_concept: false };
