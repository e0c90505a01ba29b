import { describe, expect, it } from 'vitest';
import { emptyRegistration, type RegistrationForm } from '#domain/registration.ts';
import { findFirstInvalidFields, formErrors, stepErrors } from './registration-schema.ts';

const completeForm: RegistrationForm = {
  ...emptyRegistration,
  identification_number: '9999000017',
  first_name: 'Ana',
  last_name: 'Gil',
  evaluation_type_id: '00000000-0000-4000-8000-000000000001',
  employer_company_id: '00000000-0000-4000-8000-000000000002',
};

describe('P5 registration form', () => {
  it('P5.3 the form reports every empty required field with the message of the base contract', () => {
    expect(formErrors(emptyRegistration)).toEqual({
      identification_number: 'Ingrese el número de identificación',
      first_name: 'Ingrese los nombres',
      last_name: 'Ingrese los apellidos',
      evaluation_type_id: 'Seleccione el tipo de evaluación',
      employer_company_id: 'Seleccione la empresa empleadora',
    });
  });

  it('P5.4 the form accepts empty optional fields', () => expect(formErrors(completeForm)).toEqual({}));

  it.each(['1990-13-05', '1990-02-30', '12/05/1990', '1990-5-2', '19900512'])(
    'P5.5 the form rejects the birth date %s',
    (birth_date) =>
      expect(formErrors({ ...completeForm, birth_date })).toEqual({
        birth_date: 'Formato esperado AAAA-MM-DD',
      }),
  );

  it.each(['...', '000', ' - '])(
    'the form rejects the document number %j as missing',
    (identification_number) =>
      expect(formErrors({ ...completeForm, identification_number }).identification_number).toBeTruthy(),
  );

  it('the form accepts a birth date that exists', () =>
    expect(formErrors({ ...completeForm, birth_date: '1992-02-29' })).toEqual({}));

  it.each(['first_name', 'second_last_name'] as const)(
    'P10.378 the form rejects many combining marks on one letter and reports the error at %s',
    (name) =>
      expect(formErrors({ ...completeForm, [name]: `Zo${'\u0301'.repeat(80)}e` })).toEqual({
        [name]: 'Una letra tiene demasiados signos.',
      }),
  );

  it('P4.8 the form checks only the fields of the step that the user leaves', () => {
    expect(Object.keys(stepErrors(emptyRegistration, 0))).toEqual([
      'identification_number',
      'first_name',
      'last_name',
    ]);
    expect(Object.keys(stepErrors(emptyRegistration, 1))).toEqual([
      'evaluation_type_id',
      'employer_company_id',
    ]);
    expect(stepErrors(emptyRegistration, 2)).toEqual({});
  });

  it('the form finds the first invalid field of each step, from the top', () => {
    expect(findFirstInvalidFields({ last_name: 'x', first_name: 'y', additional_info: 'z' })).toEqual([
      { field: 'first_name', step: 0 },
      { field: 'additional_info', step: 1 },
    ]);
    expect(findFirstInvalidFields({ additional_info: 'x' })).toEqual([{ field: 'additional_info', step: 1 }]);
    expect(findFirstInvalidFields({})).toEqual([]);
  });
});
