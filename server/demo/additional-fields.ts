import type { AdditionalValue } from '#contract/records/evaluation/additional-values.ts';
import type { AdditionalField } from '#contract/catalogs/additional-fields.ts';
import { demoId } from './random.ts';

type DemoField = Pick<AdditionalField, 'id' | 'name' | 'subject' | 'kind' | 'choices' | 'position'> &
  Partial<Pick<AdditionalField, 'is_searchable' | 'on_concept'>>;

const createChoiceField = (name: string, choices: readonly string[]) => ({
  id: demoId('additional-field', name),
  name,
  kind: 'choice' as const,
  choices: [...choices],
});

const PHONE_FIELD: DemoField = {
  id: demoId('additional-field', 'Teléfono'),
  name: 'Teléfono',
  subject: 'patient',
  kind: 'text',
  choices: [],
  position: 10,
  is_searchable: true,
};

/** Additional fields of the demo clinic; insurers are invented. None is required. */
export const DEMO_ADDITIONAL_FIELDS: readonly DemoField[] = [
  PHONE_FIELD,
  {
    ...createChoiceField('EPS', ['EPS Aurora (DEMO)', 'EPS Nevado (DEMO)', 'EPS Ribera (DEMO)']),
    subject: 'patient',
    position: 20,
    is_searchable: true,
  },
  {
    ...createChoiceField('ARL', ['ARL Faro (DEMO)', 'ARL Sendero (DEMO)']),
    subject: 'visit',
    position: 30,
  },
  {
    ...createChoiceField('Grupo sanguíneo', ['O+', 'O-', 'A+', 'A-', 'B+', 'B-', 'AB+', 'AB-']),
    subject: 'patient',
    position: 40,
  },
];

/** One of this many patients has no values, because the clinic registered that patient before it defined the fields. */
const PATIENTS_PER_EMPTY_VALUES = 4;

/**
 * Returns the values that reception entered for the patient. They are derived from the document number and not from the series
 * of random numbers, so that they do not change the other random data of the demo clinic.
 */
export function createDemoAdditionalValues(documentNumber: string): AdditionalValue[] {
  const digits = Array.from(documentNumber.replace(/\D/g, ''), Number);
  const mark = digits.reduce((sum, digit, at) => sum + digit * (at + 1), 0);
  if (mark % PATIENTS_PER_EMPTY_VALUES === 0) return [];
  return DEMO_ADDITIONAL_FIELDS.map(({ id, name, subject, kind, choices }) => ({
    field_id: id,
    name,
    subject,
    kind,
    value: choices[mark % choices.length] ?? `601 000 0${String(100 + (mark % 900))}`,
  }));
}
