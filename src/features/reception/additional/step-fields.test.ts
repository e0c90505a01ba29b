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
} from './step-fields.ts';

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

describe('P10.351 additional fields in each step of the form', () => {
  it("P10.351 step 1 shows the patient's additional fields that all types share; step 2 shows the others, if they apply to the chosen type", () => {
    const empty = createFormWithValues([]);
    expect(fieldNamesOf(fieldsOfStep(FIELDS, empty, 0))).toEqual(['EPS', 'Peso']);
    expect(fieldNamesOf(fieldsOfStep(FIELDS, empty, 1))).toEqual(['ARL']);
    const chosen = createFormWithValues([], { evaluation_type_id: EVALUATION_TYPE_ID });
    expect(fieldNamesOf(fieldsOfStep(FIELDS, chosen, 1))).toEqual(['ARL', 'Alturas']);
  });

  it('P10.351 the step of an additional field reports a required field without a value and a field with an invalid value as errors', () => {
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

  it("P10.355 the summary shows additional values in the format that users read: '70,5' for the stored 70.5, 'Sí' for the stored yes", () => {
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

describe('P10.353 additional values that a confirmation sends', () => {
  it('P10.353 a confirmation sends the trimmed values of the shown additional fields, with their current names, and no other values', () => {
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

  it('P10.353 a correction keeps the confirmed values of additional fields that the form no longer shows, and ignores unsent edits of them', () => {
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

  it("P10.352 a correction that changes the patient drops the first patient's additional values, except those that the form still contains", () => {
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
