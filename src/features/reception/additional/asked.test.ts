import { describe, expect, it } from 'vitest';
import type { AdditionalField } from '#contract/catalogs/additional-fields.ts';
import { emptyRegistration, type RegistrationForm } from '#domain/registration.ts';
import { createAdditionalField, createFieldValue } from '#tests/support/screens/additional-fields.ts';
import {
  additionalFieldErrors,
  formatAdditionalValues,
  additionalErrorKeyOf,
  fieldsOfStep,
  setAdditionalValuesToSend,
} from './asked.ts';

const EVALUATION_TYPE_ID = '00000000-0000-4000-8000-000000000001';
const epsField = createAdditionalField(1, { name: 'EPS', is_required: true });
const weightField = createAdditionalField(2, { name: 'Peso', kind: 'number' });
const arlField = createAdditionalField(3, { name: 'ARL', subject: 'visit' });
const workAtHeightsField = createAdditionalField(4, {
  name: 'Alturas',
  kind: 'yes_no',
  evaluation_type_ids: [EVALUATION_TYPE_ID],
});
const FIELDS = [epsField, weightField, arlField, workAtHeightsField];

const createFormWithValues = (
  values: readonly (readonly [AdditionalField, string])[],
  other = {},
): RegistrationForm => {
  const all = values.map(([field, value]) => createFieldValue(field, value));
  return {
    ...emptyRegistration,
    identification_number: '1',
    patient_additional: all.filter(({ subject }) => subject === 'patient'),
    visit_additional: all.filter(({ subject }) => subject === 'visit'),
    ...other,
  };
};
const fieldNamesOf = (fields: readonly { readonly name: string }[]) => fields.map(({ name }) => name);
const formatValuesOfForm = (of: RegistrationForm) =>
  [...of.patient_additional, ...of.visit_additional].map(({ name, value }) => `${name} ${value}`);

describe('P10.351 fields that a step asks for', () => {
  it('P10.351 the patient’s step asks for fields about the patient of all types; the next step asks for the others, with the type that they belong to', () => {
    const empty = createFormWithValues([]);
    expect(fieldNamesOf(fieldsOfStep(FIELDS, empty, 0))).toEqual(['EPS', 'Peso']);
    expect(fieldNamesOf(fieldsOfStep(FIELDS, empty, 1))).toEqual(['ARL']);
    const chosen = createFormWithValues([], { evaluation_type_id: EVALUATION_TYPE_ID });
    expect(fieldNamesOf(fieldsOfStep(FIELDS, chosen, 1))).toEqual(['ARL', 'Alturas']);
  });

  it('P10.351 a required field without value and an invalid value are errors of their step', () => {
    const errors = additionalFieldErrors(FIELDS, createFormWithValues([[weightField, '12.']]), 0);
    expect(Object.keys(errors)).toEqual([
      additionalErrorKeyOf(0, epsField.id),
      additionalErrorKeyOf(0, weightField.id),
    ]);
    expect(errors[additionalErrorKeyOf(0, epsField.id)]).toBe('Completa este dato.');
    expect(errors[additionalErrorKeyOf(0, weightField.id)]).toContain('12,5');
    expect(additionalFieldErrors(FIELDS, createFormWithValues([[epsField, ' Sura ']]), 0)).toEqual({});
    expect(additionalFieldErrors(FIELDS, createFormWithValues([]), 1)).toEqual({});
  });

  it('P10.355 the summary shows the entered values as users read them', () => {
    const entered = createFormWithValues([
      [weightField, '70.5'],
      [workAtHeightsField, 'yes'],
    ]);
    expect(formatAdditionalValues(FIELDS, entered, 'patient')).toEqual(['Peso: 70,5']);
    expect(
      formatAdditionalValues(FIELDS, { ...entered, evaluation_type_id: EVALUATION_TYPE_ID }, 'patient'),
    ).toEqual(['Peso: 70,5', 'Alturas: Sí']);
  });
});

describe('P10.353 values that a confirmation sends', () => {
  it('P10.353 the form sends trimmed values of the fields that it asks for, with the present label, and leaves out all others', () => {
    const entered = createFormWithValues([
      [epsField, ' Sura '],
      [workAtHeightsField, 'yes'],
      [arlField, 'Bolívar'],
      [createAdditionalField(9, { name: 'Antiguo' }), 'x'],
    ]);
    const renamed = [{ ...epsField, name: 'EPS actual' }, arlField, workAtHeightsField];
    expect(formatValuesOfForm(setAdditionalValuesToSend(renamed, entered, null))).toEqual([
      'EPS actual Sura',
      'ARL Bolívar',
    ]);
    expect(formatValuesOfForm(setAdditionalValuesToSend([], entered, null))).toEqual([]);
  });

  it('P10.353 a correction keeps confirmed values of fields that the form no longer asks for, and ignores an unsent change of them', () => {
    const confirmed = createFormWithValues([
      [epsField, 'Sura'],
      [arlField, 'Bolívar'],
    ]);
    const entered = createFormWithValues([
      [epsField, 'Nueva'],
      [arlField, 'Colmena'],
    ]);
    expect(formatValuesOfForm(setAdditionalValuesToSend([epsField], entered, confirmed))).toEqual([
      'EPS Nueva',
      'ARL Bolívar',
    ]);
    expect(
      formatValuesOfForm(setAdditionalValuesToSend([epsField], createFormWithValues([]), confirmed)),
    ).toEqual(['ARL Bolívar']);
  });

  it('P10.352 a correction to another person keeps no value about the first one, unless the form still contains it', () => {
    const confirmed = createFormWithValues([
      [epsField, 'Sura'],
      [arlField, 'Bolívar'],
    ]);
    const other = { identification_number: '2' };
    expect(
      formatValuesOfForm(setAdditionalValuesToSend([], createFormWithValues([], other), confirmed)),
    ).toEqual(['ARL Bolívar']);
    expect(
      formatValuesOfForm(
        setAdditionalValuesToSend([], createFormWithValues([[epsField, 'Sura']], other), confirmed),
      ),
    ).toEqual(['EPS Sura', 'ARL Bolívar']);
  });
});
