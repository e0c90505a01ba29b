import { describe, expect, it } from 'vitest';
import type { AdditionalField } from '#contract/catalogs/additional-fields.ts';
import { emptyRegistration, type RegistrationForm } from '#domain/registration.ts';
import { additionalField, additionalValue } from '#tests/support/screens/additional-fields.ts';
import { additionalErrors, additionalFacts, errorKeyOf, fieldsOfStep, withValuesToSend } from './asked.ts';

const TYPE = '00000000-0000-4000-8000-000000000001';
const eps = additionalField(1, { name: 'EPS', is_required: true });
const weight = additionalField(2, { name: 'Peso', kind: 'number' });
const arl = additionalField(3, { name: 'ARL', subject: 'visit' });
const heights = additionalField(4, { name: 'Alturas', kind: 'yes_no', evaluation_type_ids: [TYPE] });
const FIELDS = [eps, weight, arl, heights];

const form = (values: readonly (readonly [AdditionalField, string])[], other = {}): RegistrationForm => {
  const all = values.map(([field, value]) => additionalValue(field, value));
  return {
    ...emptyRegistration,
    identification_number: '1',
    patient_additional: all.filter(({ subject }) => subject === 'patient'),
    visit_additional: all.filter(({ subject }) => subject === 'visit'),
    ...other,
  };
};
const namesOf = (fields: readonly { readonly name: string }[]) => fields.map(({ name }) => name);
const sentValues = (of: RegistrationForm) =>
  [...of.patient_additional, ...of.visit_additional].map(({ name, value }) => `${name} ${value}`);

describe('P10.351 fields that a step asks for', () => {
  it('P10.351 the patient’s step asks for fields about the patient of all types; the next step asks for the others, with the type that they belong to', () => {
    const empty = form([]);
    expect(namesOf(fieldsOfStep(FIELDS, empty, 0))).toEqual(['EPS', 'Peso']);
    expect(namesOf(fieldsOfStep(FIELDS, empty, 1))).toEqual(['ARL']);
    const chosen = form([], { evaluation_type_id: TYPE });
    expect(namesOf(fieldsOfStep(FIELDS, chosen, 1))).toEqual(['ARL', 'Alturas']);
  });

  it('P10.351 a required field without value and an invalid value are errors of their step', () => {
    const errors = additionalErrors(FIELDS, form([[weight, '12.']]), 0);
    expect(Object.keys(errors)).toEqual([errorKeyOf(0, eps.id), errorKeyOf(0, weight.id)]);
    expect(errors[errorKeyOf(0, eps.id)]).toBe('Completa este dato.');
    expect(errors[errorKeyOf(0, weight.id)]).toContain('12,5');
    expect(additionalErrors(FIELDS, form([[eps, ' Sura ']]), 0)).toEqual({});
    expect(additionalErrors(FIELDS, form([]), 1)).toEqual({});
  });

  it('P10.355 the summary shows the entered values as users read them', () => {
    const entered = form([
      [weight, '70.5'],
      [heights, 'yes'],
    ]);
    expect(additionalFacts(FIELDS, entered, 'patient')).toEqual(['Peso: 70,5']);
    expect(additionalFacts(FIELDS, { ...entered, evaluation_type_id: TYPE }, 'patient')).toEqual([
      'Peso: 70,5',
      'Alturas: Sí',
    ]);
  });
});

describe('P10.353 values that a confirmation sends', () => {
  it('P10.353 the form sends trimmed values of the fields that it asks for, with the present label, and leaves out all others', () => {
    const entered = form([
      [eps, ' Sura '],
      [heights, 'yes'],
      [arl, 'Bolívar'],
      [additionalField(9, { name: 'Antiguo' }), 'x'],
    ]);
    const renamed = [{ ...eps, name: 'EPS actual' }, arl, heights];
    expect(sentValues(withValuesToSend(renamed, entered, null))).toEqual(['EPS actual Sura', 'ARL Bolívar']);
    expect(sentValues(withValuesToSend([], entered, null))).toEqual([]);
  });

  it('P10.353 a correction keeps confirmed values of fields that the form no longer asks for, and ignores an unsent change of them', () => {
    const confirmed = form([
      [eps, 'Sura'],
      [arl, 'Bolívar'],
    ]);
    const entered = form([
      [eps, 'Nueva'],
      [arl, 'Colmena'],
    ]);
    expect(sentValues(withValuesToSend([eps], entered, confirmed))).toEqual(['EPS Nueva', 'ARL Bolívar']);
    expect(sentValues(withValuesToSend([eps], form([]), confirmed))).toEqual(['ARL Bolívar']);
  });

  it('P10.352 a correction to another person keeps no value about the first one, unless the form still contains it', () => {
    const confirmed = form([
      [eps, 'Sura'],
      [arl, 'Bolívar'],
    ]);
    const other = { identification_number: '2' };
    expect(sentValues(withValuesToSend([], form([], other), confirmed))).toEqual(['ARL Bolívar']);
    expect(sentValues(withValuesToSend([], form([[eps, 'Sura']], other), confirmed))).toEqual([
      'EPS Sura',
      'ARL Bolívar',
    ]);
  });
});
